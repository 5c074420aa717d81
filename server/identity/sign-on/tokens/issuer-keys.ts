import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { bodyWithin } from "#server/platform/body-within.ts";
import { unavailable } from "#server/platform/errors.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { discover } from "../oidc/discover.ts";
import type { OidcProvider } from "../shared-store.ts";

/** A key that was withdrawn at the provider is believed at most this much longer. */
const believedForMs = 10 * 60_000;
/** Between two calls of one provider, whatever tokens ask for: made-up key ids cause no flood. */
const restMs = 30_000;
/** A key set of twenty RSA keys with their certificates has 80 KB. */
const mostBytes = 256 * 1024;
const mostKeys = 100;
/** Issuers are entered by administrators; one beyond this is asked again sooner. */
const mostIssuers = 500;

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(mostKeys) });

type Held = { askedAt: number; readAt: number; keys: JWTVerifyGetKey | null; asking: Promise<void> | null };

const heldBy = new WeakMap<VerbServices["guardedFetch"], Map<string, Held>>();

/**
 * The provider's signing keys (RFC 7517), held for ten minutes. A key id that isn't among them has them read again, at
 * most every 30 seconds.
 * @throws AppError unavailable if they cannot be read
 */
export function issuerKeys(services: VerbServices, provider: OidcProvider): JWTVerifyGetKey {
  const held = heldFor(services, provider.issuer);
  return async (header, token) => {
    if (held.keys === null || now(services) - held.readAt > believedForMs) {
      held.keys = null;
      await readAgain(services, provider, held);
    }
    try {
      return await keysIn(held, provider)(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await readAgain(services, provider, held);
      return keysIn(held, provider)(header, token);
    }
  };
}

const now = ({ clock }: VerbServices) => clock.now().getTime();

function keysIn({ keys }: Held, { issuer }: OidcProvider): JWTVerifyGetKey {
  if (keys === null) throw notRead(issuer);
  return keys;
}

function notRead(issuer: string, cause?: unknown) {
  const { host } = new URL(issuer);
  return unavailable(
    `The keys of the identity provider at ${host} could not be read. Try again in a moment.`,
    cause,
  );
}

function heldFor({ guardedFetch }: VerbServices, issuer: string): Held {
  const all = heldBy.get(guardedFetch) ?? new Map<string, Held>();
  heldBy.set(guardedFetch, all);
  const found = all.get(issuer) ?? { askedAt: -Infinity, readAt: -Infinity, keys: null, asking: null };
  // the longest unused goes first
  all.delete(issuer);
  all.set(issuer, found);
  const [oldest] = all.keys();
  if (all.size > mostIssuers && oldest !== undefined) all.delete(oldest);
  return found;
}

/** One call at a time, and none within the rest after one, failed ones included. */
async function readAgain(services: VerbServices, provider: OidcProvider, held: Held): Promise<void> {
  if (held.asking === null && now(services) - held.askedAt < restMs) return;
  held.askedAt = held.asking === null ? now(services) : held.askedAt;
  held.asking ??= read(services, provider)
    .then((keys) => {
      held.keys = createLocalJWKSet(keys);
      held.readAt = now(services);
    })
    .finally(() => {
      held.asking = null;
    });
  await held.asking;
}

async function read(services: VerbServices, provider: OidcProvider): Promise<JSONWebKeySet> {
  // the client's secret is not needed for what the provider publishes
  const { jwks_uri: address } = (await discover(services, { ...provider, sealed: null })).serverMetadata();
  try {
    const response = await services.guardedFetch(new URL(address ?? ""));
    const body = response.ok ? await bodyWithin(response, mostBytes) : null;
    return KeySet.parse(JSON.parse(body?.toString("utf8") ?? ""));
  } catch (error) {
    throw notRead(provider.issuer, error);
  }
}
