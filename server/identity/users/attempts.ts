import type { Caller } from "#server/kernel/context.ts";
import type { RuleName } from "#server/kernel/config/limit-rules.ts";
import { isTrusted } from "#server/kernel/config/trusted.ts";

const pause = "Too many failed attempts. Wait a few minutes and try again, or reset your password.";

export type Attempt = { forgive(): Promise<void> };

/**
 * Counts an attempt before its secret is checked, so parallel guesses cannot outrun the counter; `forgive` reverts it
 * if the secret was correct.
 * @throws AppError limit_exceeded
 */
async function countAttempt(caller: Caller, counters: (readonly [RuleName, string])[]): Promise<Attempt> {
  const { limits } = caller.services;
  for (const [rule, key] of counters) await limits.consume(rule, key, pause);
  return {
    async forgive() {
      for (const [rule, key] of counters) await limits.giveBack(rule, key);
    },
  };
}

/** A password at sign-in. A known device has its own counter, which nobody elsewhere can use up. */
export function countPassword(caller: Caller, email: string, device: string | null): Promise<Attempt> {
  if (device !== null) return countAttempt(caller, [["failures-device", `${device} ${email}`]]);
  return countAttempt(caller, [
    ["failures-pair", `${caller.address} ${email}`],
    ...(isTrusted(caller.services.config, caller.address)
      ? []
      : ([["failures-address", caller.address]] as const)),
    ["failures-account", email],
    ["failures-account-day", email],
  ]);
}

/** A second factor at sign-in, after the correct password. */
export function countCode(caller: Caller, userId: number, device: string | null): Promise<Attempt> {
  return countAttempt(caller, [
    device === null
      ? ["failures-code", `user:${userId}`]
      : ["failures-code-device", `${device} user:${userId}`],
  ]);
}

/** A password or code asked for again within a session. */
export function countInSession(caller: Caller, sessionId: string): Promise<Attempt> {
  return countAttempt(caller, [["failures-session", sessionId]]);
}
