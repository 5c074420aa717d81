import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { LimitName } from "#contract/endpoint.ts";
import { AppError } from "#server/errors.ts";

type Rule = { points: number; seconds: number };

/** Calls per window. Named limits count per person (without one, per address); the others are documented here. */
export const rules = {
  "sign-in": { points: 60, seconds: 60 },
  reset: { points: 20, seconds: 900 },
  lead: { points: 20, seconds: 600 },
  ask: { points: 600, seconds: 60 },
  upload: { points: 240, seconds: 60 },
  export: { points: 30, seconds: 60 },
  // failed sign-ins from anywhere: one address against one account, one address against all, all against one
  // account
  "failures-pair": { points: 10, seconds: 900 },
  "failures-address": { points: 200, seconds: 900 },
  "failures-account": { points: 50, seconds: 900 },
  // NIST SP 800-63B, 5.2.2: no more than 100 in a row; the next day, a known device or a reset by email gives access
  // again
  "failures-account-day": { points: 100, seconds: 86_400 },
  // failed sign-ins on a device that has signed in before (OWASP, device cookies)
  "failures-device": { points: 10, seconds: 900 },
  // wrong second factors after a correct password: three codes in a million are valid, so ten a day succeed once in 90
  // years
  "failures-code": { points: 10, seconds: 86_400 },
  "failures-code-device": { points: 10, seconds: 900 },
  // wrong passwords and codes within a session, which may be stolen; other sessions are not affected
  "failures-session": { points: 10, seconds: 900 },
  // recorded refusals of callers without a sign-in, per address and code
  "stranger-event": { points: 1, seconds: 900 },
  // files of users to invite, dry runs included: each line reveals whether an address in the company is taken
  import: { points: 20, seconds: 600 },
  // ratings of answers; each change is on record
  rating: { points: 60, seconds: 600 },
  // calls of other programs other than questions and uploads
  program: { points: 1_200, seconds: 60 },
  // emails to one address, no matter who requests them
  "reset-account": { points: 5, seconds: 3600 },
} as const satisfies Record<LimitName, Rule> & Record<string, Rule>;

export type RuleName = keyof typeof rules;

/** The state of a limit after a call: `points` per window of `windowSeconds`, which ends in `resetSeconds`. */
export type Consumed = { points: number; windowSeconds: number; remaining: number; resetSeconds: number };

/** Counters in PostgreSQL, which work across replicas and restarts. */
export type Limits = {
  /** @throws AppError limit_exceeded with the seconds to wait */
  consume(rule: RuleName, key: string, message?: string): Promise<Consumed>;
  /** Gives one point back (a successful sign-in does not count). */
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
        // the first call over a limit represents all others in its window
        const isRecorded = error.consumedPoints === limiters[rule].points + 1;
        throw new AppError("limit_exceeded", message, { retryAfterSeconds: seconds, isRecorded });
      }
    },
    async giveBack(rule, key) {
      await limiters[rule].reward(digest(key));
    },
  };
}

/** The counters' table contains no addresses of people. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 32);
}
