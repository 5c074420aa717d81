import type { FastifyRequest } from "fastify";
import type { EndpointSpec, LimitName } from "#contract/kernel/endpoint.ts";
import { isTrusted } from "#server/kernel/config/trusted.ts";
import { originOf } from "#server/http/origin.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { knownSender } from "#server/identity/sessions/known-device.ts";

type LimitedCall = Pick<EndpointSpec, "limit" | "countsAccounts">;

/** What each call was counted under, to be given back under the same. */
const counted = new WeakMap<FastifyRequest, { limit: LimitName; key: string }>();

/** Whether the call counts only once its body has named the account. */
export function countsLater({ config }: VerbServices, call: LimitedCall, address: string): boolean {
  return call.countsAccounts === true && isTrusted(config, address);
}

/** A browser in which people have signed in counts apart from the strangers at its address. */
export async function senderOf(services: VerbServices, request: FastifyRequest): Promise<string> {
  return (await knownSender(services, request)) ?? originOf(request).address;
}

/** @throws AppError limit_exceeded */
export async function countPublic(
  { limits }: VerbServices,
  request: FastifyRequest,
  limit: LimitName,
  key: string,
): Promise<void> {
  counted.set(request, { limit, key });
  await limits.consume(limit, key);
}

/** From a trusted range: counts for the account that the body names. @throws AppError limit_exceeded */
export async function countAccount(
  services: VerbServices,
  request: FastifyRequest,
  call: LimitedCall,
  input: unknown,
): Promise<void> {
  if (call.limit === undefined || !countsLater(services, call, originOf(request).address)) return;
  const { email } = input as { email?: unknown };
  await countPublic(services, request, call.limit, `account:${String(email).toLowerCase()}`);
}

/** The call cost nothing: it was refused for a typo, or it succeeded. */
export async function giveBackPublic({ limits }: VerbServices, request: FastifyRequest): Promise<void> {
  const found = counted.get(request);
  if (found !== undefined) await limits.giveBack(found.limit, found.key);
}
