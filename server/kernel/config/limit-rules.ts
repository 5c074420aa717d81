import type { LimitName } from "#contract/kernel/endpoint.ts";
import { ConfigError } from "./config-error.ts";

export type Rule = { points: number; seconds: number };

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
  // refused calls of one session; further ones are answered with 429
  refused: { points: 300, seconds: 3600 },
  // the same, by call and code: the record has the first ones, then counts
  "refused-kind": { points: 300, seconds: 3600 },
  // ratings of answers; each change is on record
  rating: { points: 60, seconds: 600 },
  // calls of other programs other than questions and uploads
  program: { points: 1_200, seconds: 60 },
  // calls of a widget from one network address, questions or not
  widget: { points: 120, seconds: 60 },
  // questions to a widget, of one visitor and of all: its key sets lower ones (contract/identity/widget-keys.ts)
  "widget-visitor": { points: 200, seconds: 3600 },
  "widget-day": { points: 100_000, seconds: 86_400 },
  // emails to one address, no matter who requests them
  "reset-account": { points: 5, seconds: 3600 },
} as const satisfies Record<LimitName, Rule> & Record<string, Rule>;

export type RuleName = keyof typeof rules;
export type GivenRules = Partial<Record<RuleName, Rule>>;

/** Limits that keep a secret from being guessed: LIMIT_FACTOR, which is for load, does not move them. */
export const isGuessing = (name: RuleName) => name.startsWith("failures-") || name === "reset-account";

const settingOf = (name: RuleName) => `LIMIT_${name.toUpperCase().replaceAll("-", "_")}`;
const names = Object.keys(rules) as RuleName[];

/** Each rule by the name of its setting. */
export const ruleSettings = names.map((name) => [settingOf(name), rules[name]] as const);

/** @throws ConfigError for a rule that is not written as calls and seconds */
export function rulesOf(values: Record<string, unknown>): GivenRules {
  return Object.fromEntries(
    names.flatMap((name) => {
      const written = values[settingOf(name)];
      if (written === undefined) return [];
      const [, points = 0, seconds = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(String(written)) ?? []).map(Number);
      if (points < 1 || seconds < 1)
        throw new ConfigError(
          `${settingOf(name)} must be a number of calls and of seconds, such as ${rules[name].points}/${rules[name].seconds}.`,
        );
      return [[name, { points, seconds }]];
    }),
  );
}
