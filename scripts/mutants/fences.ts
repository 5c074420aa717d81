import { rules, swap, type Mutant, type Tests } from "./mutant.ts";

const permissions: Tests = { project: "api", files: ["server/operation/start/permissions.api.test.ts"] };
const gates: Tests = { project: "promises", files: ["server/promises/gates.api.test.ts"] };
const factor: Tests = {
  project: "promises",
  files: ["server/identity/second-factor/second-factor.long.api.test.ts"],
};
const sessions: Tests = { project: "api", files: ["server/identity/sessions/sessions.api.test.ts"] };
const ends: Tests = { project: "promises", files: ["server/promises/sessions-end.api.test.ts"] };
const throttle: Tests = { project: "promises", files: ["server/promises/throttle.api.test.ts"] };
const scim: Tests = { project: "api", files: ["server/identity/scim"] };
const scimWalk: Tests = { project: "promises", files: ["server/identity/scim/walk.long.api.test.ts"] };
const origins: Tests = { project: "api", files: ["server/identity/admission/key-origin.api.test.ts"] };
const widget: Tests = { project: "promises", files: ["server/answering/widget/widget.long.api.test.ts"] };
const record: Tests = { project: "promises", files: ["server/promises/record.api.test.ts"] };
const keys: Tests = { project: "promises", files: ["server/promises/keys.api.test.ts"] };

/** The fences in a single place for all calls. */
const fences: [name: string, file: string, change: (text: string) => string, tests: Tests][] = [
  [
    "a row is always in reach",
    "server/kernel/policy.ts",
    swap(
      "return ctx.company === null || ctx.company === row.company_id;",
      "return ctx.company !== row.company_id || true;",
    ),
    rules,
  ],
  [
    "policies refuse nothing",
    "server/kernel/policy.ts",
    swap("if (rule === undefined || !rule(ctx, row)) throw forbidden();", ""),
    rules,
  ],
  [
    "the role is not checked",
    "server/identity/admission/admit.ts",
    swap("!permits(person, permission))", "false)"),
    permissions,
  ],
  [
    "the gates are not checked",
    "server/identity/admission/admit.ts",
    swap("if (!call.allowedBeforeOnboarding) checkGates(session, call);", ""),
    permissions,
  ],
  [
    "a SCIM token opens other calls",
    "server/identity/admission/admit.ts",
    swap("if (permits(person, directoryScope) && call.permission !== directoryScope)", "if (false)"),
    scimWalk,
  ],
  [
    "an account passes to another person of the directory",
    "server/identity/scim/change-person.ts",
    swap("externalId !== person.tied_to)", "false)"),
    scim,
  ],
  [
    "a directory changes the break-glass account",
    "server/identity/scim/people.ts",
    swap("if (assignments?.breakGlassUserId === id)", "if (false)"),
    scim,
  ],
  [
    "a directory takes addresses of any domain",
    "server/identity/scim/create-person.ts",
    swap("if (!(await isProvedAddress(ctx, company, email)))", "if (false)"),
    scim,
  ],
  [
    "a directory's members need not belong to the company",
    "server/identity/scim/groups.ts",
    swap("if (added.some((id) => !known.has(id)))", "if (false)"),
    scim,
  ],
  [
    "a deprovisioned person stays signed in",
    "server/identity/users/provision.ts",
    swap("if (leaves) await endSessions(ctx, id, { keep: null });", ""),
    scim,
  ],
  [
    "another site's calls are carried out",
    "server/http/origin.ts",
    swap(
      'if (foreignOrigin(services, request) !== null || request.headers["sec-fetch-site"] === "cross-site")',
      "if (false)",
    ),
    sessions,
  ],
  [
    "a key works on every website",
    "server/identity/admission/key-origin.ts",
    swap("if (isAllowedOrigin(origin, allowed)) {", "if (origin !== null) {"),
    origins,
  ],
  [
    "the key of a widget opens other calls",
    "server/identity/admission/admit.ts",
    swap("if (permits(person, widgetScope) && call.permission !== widgetScope)", "if (false)"),
    widget,
  ],
  [
    "a company named in a call is trusted",
    "server/identity/admission/bind.ts",
    swap("if (!isInReach) throw notFound();", ""),
    permissions,
  ],
  [
    "refusals are not recorded",
    "server/identity/admission/refusal.ts",
    swap(
      'if (caller.actor.type !== "user" || !isRecorded(call, error)) return;',
      "if (Date.now() > 0) return;",
    ),
    record,
  ],
  [
    "gate: temporary password",
    "server/identity/sessions/gates.ts",
    swap("if (session.mustChangePassword)", "if (false)"),
    gates,
  ],
  [
    "gate: terms",
    "server/identity/sessions/gates.ts",
    swap("if (!session.hasAcceptedTerms)", "if (false)"),
    gates,
  ],
  [
    "gate: second factor",
    "server/identity/sessions/gates.ts",
    swap("if (session.mustSetUpSecondFactor && call.beforeSecondFactor !== true)", "if (false)"),
    gates,
  ],
  [
    "gate: one of two documents is enough",
    "server/identity/sessions/authenticate.ts",
    swap("found.accepted === 2", "found.accepted >= 1"),
    gates,
  ],
  [
    "an expired session continues",
    "server/identity/sessions/authenticate.ts",
    swap("if (session.expires_at <= now) return false;", ""),
    permissions,
  ],
  [
    "an idle session continues",
    "server/identity/sessions/authenticate.ts",
    swap("now.getTime() - session.last_seen_at.getTime() <= session.idle_seconds * 1000", "true"),
    sessions,
  ],
  [
    "the cookie allows writes",
    "server/identity/sessions/authenticate.ts",
    swap(
      'if (cookie === null || (request.method !== "GET" && request.method !== "HEAD")) return null;',
      "if (cookie === null) return null;",
    ),
    sessions,
  ],
  [
    "ended sessions keep their streams",
    "server/identity/open-sessions/shared-store.ts",
    swap("  await ctx.services.events.endSessions(ctx.db, userId, which);\n", ""),
    ends,
  ],
  [
    "timed-out sessions keep their streams",
    "server/identity/sessions/end-stale-streams.ts",
    swap("services.events.endStreams(open.filter((id) => !stillLive.has(id)));", ""),
    ends,
  ],
  [
    "a download outlives its session",
    "server/identity/admission/bind.ts",
    swap("end: () => reply.raw.destroy(),", "end: () => undefined,"),
    ends,
  ],
  [
    "leaving a workspace leaves streams open",
    "server/identity/users/assignments.ts",
    swap("  await endOpenStreams(ctx, id);\n", ""),
    ends,
  ],
  [
    "a second factor is not asked for",
    "server/identity/sessions/sign-in.ts",
    swap("if (user.has_second_factor)", "if (false)"),
    factor,
  ],
  [
    "a code opens twice",
    "server/identity/second-factor/store.ts",
    swap('.where("last_step", "<", step)', ""),
    factor,
  ],
  [
    "a recovery code opens twice",
    "server/identity/second-factor/store.ts",
    swap(
      '.where("code_hash", "=", hashRecoveryCode(userId, code))\n    .where("used_at", "is", null)',
      '.where("code_hash", "=", hashRecoveryCode(userId, code))',
    ),
    factor,
  ],
  [
    "switching off needs no code",
    "server/identity/second-factor/set-up.ts",
    swap("    if (!(await spendFactor(ctx, person, answer))) throw wrongInSession(answer);\n", ""),
    factor,
  ],
  [
    "setting up needs no password",
    "server/identity/users/check-own-password.ts",
    swap("if (!(await verifyPassword(user.password_hash, password)))", "if (false)"),
    factor,
  ],
  [
    "a known device has no counter of its own",
    "server/identity/users/attempts.ts",
    swap("if (device !== null) return countAttempt", "if (false) return countAttempt"),
    throttle,
  ],
  [
    "a known device is known for every account",
    "server/identity/sessions/device-store.ts",
    swap('.where("u.email", "=", email)', ""),
    throttle,
  ],
  [
    "guesses are not counted",
    "server/identity/users/attempts.ts",
    swap("for (const [rule, key] of counters) await limits.consume(rule, key, pause);", ""),
    throttle,
  ],
  [
    "a forged header is trusted",
    "server/operation/start/app.ts",
    swap("(_address, hop) => hop < proxies", "() => true"),
    throttle,
  ],
  [
    "events are not written",
    "server/kernel/callers.ts",
    swap("await writeAudit(ctx, events);", "await writeAudit(ctx, []);"),
    record,
  ],
  [
    "a sealed key opens in any row",
    "server/platform/secrets.ts",
    (text) => text.replaceAll("setAAD(Buffer.from(bound))", 'setAAD(Buffer.from("any"))'),
    keys,
  ],
  [
    "a key goes to a new address",
    "server/identity/companies/model-keys.ts",
    swap("if (stored !== null && stored.base_url === baseUrl)", "if (stored !== null)"),
    keys,
  ],
  [
    "a redirect is followed",
    "server/models/llm/fetch.ts",
    swap('redirect: "error"', 'redirect: "follow"'),
    keys,
  ],
];

export const fenceMutants: Mutant[] = fences.map(([name, file, change, tests]) => ({
  name,
  file,
  change,
  tests,
}));
