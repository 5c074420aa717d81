import type * as contract from "#contract/identity/sign-on.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";

export type Change = Input<typeof contract.setSignOn>;

/** @throws AppError invalid unless the address uses https, or is in the operator's own network (PRIVATE_HOSTS) */
export function checkAddress(ctx: Context, field: string, address: string): URL {
  const url = new URL(address);
  const { privateHosts } = ctx.services.config;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && privateHosts.includes(url.hostname)))
    throw invalid(field, "An identity provider's address begins with https://.");
  return url;
}

/** @throws AppError invalid, with the first field that has no value */
export function requireValues(sentence: string, values: Record<string, string>): void {
  for (const [field, value] of Object.entries(values)) if (value === "") throw invalid(field, sentence);
}

/** @throws AppError invalid if a field of the other protocol is given */
export function refuseFields(protocol: string, given: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(given))
    if (value !== undefined)
      throw invalid(field, `This setting belongs to ${protocol}. Choose that protocol first.`);
}
