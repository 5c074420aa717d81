import { Agent, fetch as fetchOver } from "undici";
import { publicLookup, refusalOfHost, RefusedAddressError } from "./address-guard.ts";

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
 * @throws RefusedAddressError with a sentence; TypeError if the network fails
 */
export function createGuardedFetch(privateHosts: readonly string[], timeoutMs = 10_000): GuardedFetch {
  const open = new Agent({ connect: { timeout: timeoutMs } });
  const guarded = new Agent({ connect: { timeout: timeoutMs, lookup: publicLookup } });
  const guardedFetch = async (url: string | URL, given: GuardedInit = {}) => {
    const { timeoutMs: patience = timeoutMs, ca, ...init } = given;
    const target = new URL(url);
    const refused = refusalOf(target, privateHosts);
    if (refused !== null) throw new RefusedAddressError(refused);
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
      throw cause instanceof RefusedAddressError ? cause : error;
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

/** Why a URL is refused before connecting; null if only the resolved address can tell. */
export function refusalOf(target: URL, privateHosts: readonly string[]): string | null {
  const host = hostOf(target);
  if (target.protocol !== "https:" && !privateHosts.includes(host))
    return "Only addresses with https:// are called.";
  return refusalOfHost(host, privateHosts);
}

function hostOf(target: URL): string {
  return target.hostname.replace(/^\[|\]$/g, "").toLowerCase();
}
