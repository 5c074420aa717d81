import { isIPv6 } from "node:net";
import type { Config } from "./config.ts";

/** Whether many people share the address. */
export function isTrusted({ trustedRanges }: Config, address: string): boolean {
  return trustedRanges.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
