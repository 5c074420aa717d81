import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { LimitName } from "#contract/endpoint.ts";
import { AppError } from "#server/errors.ts";

type Rule = { points: number; seconds: number };

/** Calls per window. Named limits count per person (per address without one); the others are said beside them. */
const rules = {
  "sign-in": { points: 60, seconds: 60 },
  reset: { points: 20, seconds: 900 },
  lead: { points: 20, seconds: 600 },
  ask: { points: 600, seconds: 60 },
  upload: { points: 240, seconds: 60 },
  export: { points: 30, seconds: 60 },
  // failed sign-ins from anywhere: one address against one account, one address against all, all against one account
  "failures-pair": { points: 10, seconds: 900 },
  "failures-address": { points: 200, seconds: 900 },
  "failures-account": { points: 50, seconds: 900 },
  // NIST SP 800-63B, 5.2.2: no more than 100 in a row; the day's end, a known device or a reset by email lets one in
  "failures-account-day": { points: 100, seconds: 86_400 },
  // failed sign-ins on a device that signed in before (OWASP, device cookies)
  "failures-device": { points: 10, seconds: 900 },
  // wrong second factors after a right password: three codes of a million are valid, so ten a day hit once in 90 years
  "failures-code": { points: 10, seconds: 86_400 },
  "failures-code-device": { points: 10, seconds: 900 },
  // wrong passwords and codes inside a session, which may be a stolen one; another session goes on
  "failures-session": { points: 10, seconds: 900 },
  // refusals of people who are not signed in that go into the record, per address and code
  "stranger-event": { points: 1, seconds: 900 },
  // files of users to invite, dry runs included: each line tells whether an address is taken in the own company
  import: { points: 20, seconds: 600 },
  // ratings of answers; each change of mind is on record
  rating: { points: 60, seconds: 600 },
  // calls of other programs that neither ask nor upload
  program: { points: 1_200, seconds: 60 },
  // letters to one address, whoever asks for them
  "reset-account": { points: 5, seconds: 3600 },
} as const satisfies Record<LimitName, Rule> & Record<string, Rule>;

export type RuleName = keyof typeof rules;

/** What is left of a limit after a call: `points` a window of `windowSeconds`, which ends in `resetSeconds`. */
export type Consumed = { points: number; windowSeconds: number; remaining: number; resetSeconds: number };

/** Counters in PostgreSQL, so that they hold across replicas and restarts. */
export type Limits = {
  /** @throws AppError limit_exceeded with the seconds to wait */
  consume(rule: RuleName, key: string, message?: string): Promise<Consumed>;
  /** Gives one point back (a sign-in that succeeded was no failure). */
  giveBack(rule: RuleName, key: string): Promise<void>;
};

export function createLimits(pool: pg.Pool, factor: number): Limits {
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "throttles",
        tableCreated: true,
        keyPrefix: name,
        points: Math.max(1, Math.round(points * factor)),
        duration: seconds,
      }),
    ]),
  ) as Record<RuleName, RateLimiterPostgres>;
  return {
    async consume(rule, key, message = "Too many calls in a short time. Wait a moment and try again.") {
      try {
        const { points, duration } = limiters[rule];
        const left = await limiters[rule].consume(digest(key));
        return {
          points,
          windowSeconds: duration,
          remaining: Math.max(0, left.remainingPoints),
          resetSeconds: Math.ceil(left.msBeforeNext / 1000),
        };
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        // the first call over a limit stands for all that follow in its window
        const isRecorded = error.consumedPoints === limiters[rule].points + 1;
        throw new AppError("limit_exceeded", message, { retryAfterSeconds: seconds, isRecorded });
      }
    },
    async giveBack(rule, key) {
      await limiters[rule].reward(digest(key));
    },
  };
}

/** Addresses of people do not stand in the counters' table. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 32);
}
