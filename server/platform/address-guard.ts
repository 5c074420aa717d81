import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";

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
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  inside.addSubnet(base, bits, "ipv6");

/**
 * All that is assigned to the public internet so far (RFC 4291). The rest is local, translated to IPv4, or unassigned, so a
 * network may use it for itself, as with the former site-local addresses.
 */
const assigned = new BlockList();
assigned.addSubnet("2000::", 3, "ipv6");

/** Without the prefix under which a dual-stack socket reports an IPv4 address. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (isIP(plain) === 0) return false;
  if (isIPv6(plain)) return assigned.check(plain, "ipv6") && !inside.check(plain, "ipv6");
  return !inside.check(plain, "ipv4");
}

/** An address refused, because a company may not choose it. */
export class RefusedAddressError extends Error {}

/** The same for names that exist inside and names that don't exist, so that nobody learns the network's names by asking. */
function notPublic(host: string): RefusedAddressError {
  return new RefusedAddressError(
    `${host} is not a public address. The operator of this installation can allow it (PRIVATE_HOSTS).`,
  );
}

/** Why a host is refused before connecting; null: only its resolved address can tell. */
export function refusalOfHost(host: string, privateHosts: readonly string[]): string | null {
  const isRefused = !privateHosts.includes(host) && isIP(host) !== 0 && !isPublicAddress(host);
  return isRefused ? notPublic(host).message : null;
}

/** Resolves a name to public addresses only; one that isn't among them refuses the name. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(/^(?:ENOTFOUND|EAI_)/.test(error.code ?? "") ? notPublic(hostname) : error, "");
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0 || allowed.length < addresses.length) return done(notPublic(hostname), "");
    if (options.all) return done(null, allowed);
    const [first] = allowed;
    done(null, first?.address ?? "", first?.family);
  });
};
