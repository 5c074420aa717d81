import { hash, verify } from "@node-rs/argon2";
import { normalizePassword } from "./password-rules.ts";

/** argon2id with 19 MiB and two passes (OWASP Password Storage Cheat Sheet); the library runs it off the event loop. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const current = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), parameters);
}

/** Takes as long for an unknown person as for a known one. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("a password that nobody has");
  const matches = await verify(stored ?? (await decoy), normalizePassword(password));
  return stored !== null && matches;
}

let decoy: Promise<string> | undefined;

/** True for a hash made with weaker parameters than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(current);
}
