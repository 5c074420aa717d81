import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Services } from "./services.ts";

/**
 * Hands the calls over to the other servers: `ready` says no while a load balancer still sends some, then the port closes,
 * and running answers finish or are told why they don't.
 */
export async function endCalls(
  app: FastifyInstance,
  { leaving, events, running, config: { stop } }: Services,
  { isExpected }: { isExpected: boolean },
): Promise<void> {
  leaving.abort();
  if (!isExpected) await wait(stop.delaySeconds * 1000);
  events.endEndless();
  const closed = app.close();
  await running.finishWithin(stop.graceSeconds * 1000);
  await closed;
}
