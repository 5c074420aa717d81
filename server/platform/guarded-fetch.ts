import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, isIPv6 } from "node:net";
import type { LookupFunction } from "node:net";
import { Agent, fetch as fetchOver } from "undici";

/** Addresses that aren't on the public internet: RFC 6890, its successors, and the clouds' metadata addresses. */
const inside = new BlockList();
for (const [base, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(base, bits, "ipv4");
for (const [base, bits] of [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  inside.addSubnet(base, bits, "ipv6");

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(plain) === 0) return false;
  // other forms of IPv4 inside IPv6 are in hex and aren't needed
  if (/^::ffff:/i.test(plain)) return false;
  return !inside.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

/** A call refused, or a redirect not followed, because a company may not choose its destination. */
export class GuardedFetchError extends Error {}

type GuardedInit = RequestInit & {
  /** Until the whole body is read; by default the guard's own. */
  timeoutMs?: number;
  /** PEM of the authority to trust in place of the public ones. */
  ca?: string;
};

export type GuardedFetch = ((url: string | URL, init?: GuardedInit) => Promise<Response>) & {
  /** Ends its open connections. */
  close(): Promise<void>;
};

/**
 * Calls addresses entered by a company's administrator. Only `https:` to public addresses. The connection itself checks the
 * address after resolving the name, so a name that changes its address in between gains nothing (DNS rebinding). No
 * redirect is followed. Hosts named by the operator (PRIVATE_HOSTS) may be internal and answer without TLS.
 * @throws GuardedFetchError with a sentence; TypeError if the network fails
 */
export function createGuardedFetch(privateHosts: readonly string[], timeoutMs = 10_000): GuardedFetch {
  const open = new Agent({ connect: { timeout: timeoutMs } });
  const guarded = new Agent({ connect: { timeout: timeoutMs, lookup: publicLookup } });
  const guardedFetch = async (url: string | URL, given: GuardedInit = {}) => {
    const { timeoutMs: patience = timeoutMs, ca, ...init } = given;
    const target = new URL(url);
    const refused = refusalOf(target, privateHosts);
    if (refused !== null) throw new GuardedFetchError(refused);
    const isNamed = privateHosts.includes(hostOf(target));
    const signals = [AbortSignal.timeout(patience), ...(init.signal ? [init.signal] : [])];
    const own =
      ca === undefined
        ? null
        : new Agent({ connect: { timeout: patience, ca, ...(isNamed ? {} : { lookup: publicLookup }) } });
    try {
      // undici's own types differ from the platform's in name only
      const response = await fetchOver(target, {
        ...(init as object),
        redirect: "manual",
        signal: AbortSignal.any(signals),
        dispatcher: own ?? (isNamed ? open : guarded),
      });
      return response as unknown as Response;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      throw cause instanceof GuardedFetchError ? cause : error;
    } finally {
      // ends once the body is read or given up
      void own?.close();
    }
  };
  return Object.assign(guardedFetch, {
    async close() {
      await Promise.all([open.close(), guarded.close()]);
    },
  });
}

/** Why an address isn't called, as far as it shows by itself; null: it is for the connection to decide. */
export function refusalOf(target: URL, privateHosts: readonly string[]): string | null {
  const host = hostOf(target);
  if (privateHosts.includes(host)) return null;
  if (target.protocol !== "https:") return "Only addresses with https:// are called.";
  return isIP(host) !== 0 && !isPublicAddress(host) ? notPublic(host).message : null;
}

function hostOf(target: URL): string {
  return target.hostname.replace(/^\[|\]$/g, "").toLowerCase();
}

function notPublic(host: string): GuardedFetchError {
  return new GuardedFetchError(
    `${host} is not a public address. The operator of this installation can allow it (PRIVATE_HOSTS).`,
  );
}

/** Resolves a name to public addresses only; one that isn't among them refuses the name. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "");
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0 || allowed.length < addresses.length) return done(notPublic(hostname), "");
    if (options.all) return done(null, allowed);
    const [first] = allowed;
    done(null, first?.address ?? "", first?.family);
  });
};
