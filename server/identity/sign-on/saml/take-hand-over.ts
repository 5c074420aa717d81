import type { Caller } from "#server/kernel/context.ts";
import type { Attempt } from "../attempt.ts";
import type { Claims } from "../claims.ts";
import { SignOnRefusal } from "../refusal.ts";
import type { SamlProvider } from "../shared-store.ts";
import { useAssertion } from "./assertion-store.ts";
import type { HandOver } from "./hand-over.ts";

/**
 * The claims of a hand-over in the browser that asked for them, once.
 * @throws SignOnRefusal
 */
export async function takeHandOver(
  caller: Caller,
  handOver: HandOver,
  attempt: Attempt & { protocol: "saml" },
  provider: SamlProvider,
): Promise<Claims> {
  const { read } = handOver;
  if ("refused" in read) throw new SignOnRefusal(read.refused);
  if (
    handOver.companyId !== attempt.companyId ||
    read.issuer !== provider.issuer ||
    read.inResponseTo !== attempt.requestId
  )
    throw new SignOnRefusal("request");
  const isFirst = await caller.transact((ctx) =>
    useAssertion(ctx, {
      companyId: provider.company_id,
      assertionId: read.assertionId,
      // afterwards, no browser has the request that it answers
      endsAt: new Date(attempt.expiresAt),
    }),
  );
  if (!isFirst) throw new SignOnRefusal("replay");
  return read.claims;
}
