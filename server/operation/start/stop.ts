import { runningAnswers } from "#server/answering/answers/running.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Services } from "#server/kernel/services.ts";

/**
 * Hands the calls over to the other servers: `ready` says no while a load balancer still sends some, then the port closes,
 * and running answers finish or are told why they don't.
 */
export async function endCalls(
  app: FastifyInstance,
  services: Services,
  { isExpected }: { isExpected: boolean },
): Promise<void> {
  const { leaving, events, config } = services;
  const { stop } = config;
  leaving.abort();
  if (!isExpected) await wait(stop.delaySeconds * 1000);
  events.endEndless();
  const closed = app.close();
  await runningAnswers.of(services).finishWithin(stop.graceSeconds * 1000);
  await closed;
}
