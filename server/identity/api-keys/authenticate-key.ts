import { BlockList, isIPv6 } from "node:net";
import { keyPattern } from "#contract/identity/api-keys.ts";
import { carriedScopes } from "#contract/kernel/permissions.ts";
import { scimTokenPattern } from "#contract/identity/scim-tokens.ts";
import { widgetKeyPattern } from "#contract/identity/widget-keys.ts";
import type { Person } from "#server/kernel/actor.ts";
import { publicCaller } from "#server/kernel/callers.ts";
import { AppError } from "#server/platform/errors.ts";
import { plainAddress } from "#server/platform/address-guard.ts";
import { hashToken } from "#server/platform/secrets.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { findByHash, noteUse, type Ended } from "./store.ts";

export type { Ended } from "./store.ts";

const patterns = [keyPattern, scimTokenPattern, widgetKeyPattern];

/** The API key, SCIM token or key of a widget of a call, or null. */
export function presentedKey(authorization: string | undefined): string | null {
  const token = bearerToken(authorization) ?? "";
  return patterns.some((pattern) => pattern.test(token)) ? token : null;
}

/** Whatever was sent as a bearer token; the scheme has no case (RFC 9110, 11.1). */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];

/**
 * The caller behind a key. Read at every call, so a key that is revoked, expired or of a deleted company is refused.
 * @throws AppError the refusal of a secret that no key in use has; forbidden from an address outside the key's networks
 */
export async function authenticateKey(
  services: VerbServices,
  { secret, refusal }: { secret: string; refusal: (ended: Ended | null) => AppError },
  origin: { requestId: string; address: string },
): Promise<{ person: Person; allowedOrigins: string[] }> {
  const now = services.clock.now();
  const key = await publicCaller(services, origin).transact(async (ctx) => {
    const found = await findByHash(ctx, hashToken(secret));
    if (found === undefined) return null;
    if (found.ended === null && isFrom(origin.address, found.addresses) && isStale(found.last_used_at, now))
      await noteUse(ctx, found);
    return found;
  });
  if (key === null || key.ended !== null) throw refusal(key?.ended ?? null);
  if (!isFrom(origin.address, key.addresses))
    throw new AppError("forbidden", "This key may not be used from this address.");
  const { visitor_questions_per_hour: visitorQuestionsPerHour, questions_per_day: questionsPerDay } = key;
  const person: Person = {
    type: "user",
    id: key.user_id,
    role: "agent",
    name: key.name,
    email: "",
    companyId: key.company_id,
    sessionId: `key ${key.id}`,
    key: {
      id: key.id,
      scopes: carriedScopes.filter((scope) => key.scopes.includes(scope)),
      ...(visitorQuestionsPerHour !== null &&
        questionsPerDay !== null && { visitors: { visitorQuestionsPerHour, questionsPerDay } }),
    },
  };
  return { person, allowedOrigins: key.allowed_origins };
}

/** A read should not cause a write every time. */
function isStale(lastUsed: Date | null, now: Date): boolean {
  return lastUsed === null || now.getTime() - lastUsed.getTime() > 60_000;
}

function isFrom(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [base = "", bits] = network.split("/");
    const family = isIPv6(base) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  const plain = plainAddress(address);
  return list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}
