import type { Caller } from "#server/kernel/context.ts";
import type { Attempt } from "../attempt.ts";
import { refuseAnswer } from "../claims.ts";
import type { Claims } from "../claims.ts";
import type { SamlProvider } from "../shared-store.ts";
import { useAssertion } from "./assertion-store.ts";
import type { HandOver } from "./hand-over.ts";
import { sentenceOf } from "./refusal.ts";
import type { Reason } from "./refusal.ts";

/**
 * The claims of a hand-over in the browser that asked for them, once.
 * @throws AppError unauthenticated; the reason goes on the company's record
 */
export async function takeHandOver(
  caller: Caller,
  handOver: HandOver,
  attempt: Attempt & { protocol: "saml" },
  provider: SamlProvider,
): Promise<Claims> {
  const { read } = handOver;
  if ("refused" in read) return refuse(caller, provider, read.refused);
  if (
    handOver.companyId !== attempt.companyId ||
    read.issuer !== provider.issuer ||
    read.inResponseTo !== attempt.requestId
  )
    return refuse(caller, provider, "request");
  const isFirst = await caller.transact((ctx) =>
    useAssertion(ctx, {
      companyId: provider.company_id,
      assertionId: read.assertionId,
      // afterwards, no browser has the request that it answers
      endsAt: new Date(attempt.expiresAt),
    }),
  );
  return isFirst ? read.claims : refuse(caller, provider, "replay");
}

async function refuse(caller: Caller, provider: SamlProvider, reason: Reason): Promise<never> {
  await caller.transact((ctx) => {
    ctx.audit({
      action: "sign-on.refuse",
      target: { type: "sign-on", id: provider.company_id },
      company: provider.company_id,
      after: { reason },
      result: "refused",
    });
    return Promise.resolve();
  });
  throw refuseAnswer(sentenceOf(reason));
}
