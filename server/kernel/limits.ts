import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { isGuessing, rules, type GivenRules, type RuleName } from "#server/kernel/config/limit-rules.ts";
import { AppError } from "#server/platform/errors.ts";

/** The state of a limit after a call: `points` per window of `windowSeconds`, which ends in `resetSeconds`. */
export type Consumed = { points: number; windowSeconds: number; remaining: number; resetSeconds: number };

/** Counters in PostgreSQL, which work across replicas and restarts. */
export type Limits = {
  /**
   * @param most a lower limit than the rule's own
   * @throws AppError limit_exceeded with the seconds to wait
   */
  consume(rule: RuleName, key: string, message?: string, most?: number): Promise<Consumed>;
  /** Gives one point back (a successful sign-in does not count). */
  giveBack(rule: RuleName, key: string): Promise<void>;
};

/** @param factor multiplies what is not given, except limits on guessing */
export function createLimits(pool: pg.Pool, factor: number, given: GivenRules = {}): Limits {
  const limiters = Object.fromEntries(
    (Object.keys(rules) as RuleName[])
      .map((name) => [name, given[name] ?? multiplied(name, factor)] as const)
      .map(([name, { points, seconds }]) => [
        name,
        new RateLimiterPostgres({
          storeClient: pool,
          storeType: "pool",
          tableName: "throttles",
          tableCreated: true,
          keyPrefix: name,
          points,
          duration: seconds,
        }),
      ]),
  ) as Record<RuleName, RateLimiterPostgres>;
  return {
    async consume(
      rule,
      key,
      message = "Too many calls in a short time. Wait a moment and try again.",
      most = Infinity,
    ) {
      const { duration } = limiters[rule];
      const points = Math.min(limiters[rule].points, most);
      const left = await limiters[rule].consume(digest(key)).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) return error;
        throw error;
      });
      const resetSeconds = Math.max(1, Math.ceil(left.msBeforeNext / 1000));
      if (left.consumedPoints > points) {
        // the first call over a limit represents all others in its window
        const isRecorded = left.consumedPoints === points + 1;
        throw new AppError("limit_exceeded", message, { retryAfterSeconds: resetSeconds, isRecorded });
      }
      return { points, windowSeconds: duration, remaining: points - left.consumedPoints, resetSeconds };
    },
    async giveBack(rule, key) {
      await limiters[rule].reward(digest(key));
    },
  };
}

function multiplied(name: RuleName, factor: number) {
  const { points, seconds } = rules[name];
  return { points: isGuessing(name) ? points : Math.max(1, Math.round(points * factor)), seconds };
}

/** The counters' table contains no addresses of people. */
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 32);
}
