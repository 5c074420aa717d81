import type { FastifyRequest } from "fastify";
import type { Role } from "#contract/kernel/permissions.ts";
import { privacyVersion, termsVersion } from "#contract/identity/sessions.ts";
import { onPlatform, publicCaller } from "#server/kernel/callers.ts";
import type { Person } from "#server/kernel/actor.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { hashToken } from "#server/platform/secrets.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { mustSetUpSecondFactor } from "#server/identity/users/second-factor-requirement.ts";
import { sessionCookie, tokenIn } from "./cookie.ts";
import { findAccount, findSession, touchSession, type AccountRow } from "./store.ts";

const currentVersions = { terms: termsVersion, privacy: privacyVersion };

/** A person, and what they must still do before they may do anything. */
export type AccountState = {
  person: Person;
  mustChangePassword: boolean;
  hasAcceptedTerms: boolean;
  mustSetUpSecondFactor: boolean;
};
export type ActiveSession = AccountState & { provedAt: Date };

/**
 * The caller. The header token authorizes everything; the cookie, a different secret, only safe reads. The person and
 * their permissions are read at every call, so changes apply from the next call on.
 * @throws AppError unauthenticated
 */
export async function authenticate(
  services: VerbServices,
  request: FastifyRequest,
  origin: { requestId: string; address: string },
): Promise<ActiveSession> {
  const secret = presentedSecret(request);
  if (secret === null) throw signInFirst();
  const now = services.clock.now();
  const found = await findSession(onPlatform(services), secret, currentVersions);
  if (found === null || !isLive(found, now)) throw signInFirst({ isRecorded: true });
  if (now.getTime() - found.last_seen_at.getTime() > 60_000)
    await publicCaller(services, origin).transact((ctx) => touchSession(ctx, found.id));
  return { provedAt: found.proved_at, ...stateOf(services, found, found.id) };
}

function stateOf(services: VerbServices, found: AccountRow, sessionId: string): AccountState {
  return {
    mustChangePassword: found.must_change_password,
    hasAcceptedTerms: found.accepted === 2,
    mustSetUpSecondFactor: mustSetUpSecondFactor(found, services.config, services.clock.now()),
    person: {
      type: "user",
      id: found.user_id,
      role: found.role as Role,
      name: `${found.first_name} ${found.last_name}`.trim(),
      email: found.email,
      companyId: found.company_id,
      sessionId,
    },
  };
}

/** The same for an account that a token names; null if it is switched off or its company is deleted. */
export async function findState(ctx: Context, userId: number): Promise<AccountState | null> {
  const found = await findAccount(ctx, userId, currentVersions);
  return found === null ? null : stateOf(ctx.services, found, "token");
}

export const sessionTokenIn = (authorization: string): string | null =>
  /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization)?.[1] ?? null;

function presentedSecret(request: FastifyRequest): { kind: "token" | "cookie"; hash: Buffer } | null {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const token = sessionTokenIn(header);
    return token === null ? null : { kind: "token", hash: hashToken(token) };
  }
  const cookie = tokenIn(sessionCookie.read(request));
  if (cookie === null || (request.method !== "GET" && request.method !== "HEAD")) return null;
  return { kind: "cookie", hash: hashToken(cookie) };
}

function isLive(
  session: { expires_at: Date; last_seen_at: Date; idle_seconds: number | null },
  now: Date,
): boolean {
  if (session.expires_at <= now) return false;
  return (
    session.idle_seconds === null ||
    now.getTime() - session.last_seen_at.getTime() <= session.idle_seconds * 1000
  );
}

/** `isRecorded`: a secret was presented that opens no session; a call without one is from an ordinary visitor. */
function signInFirst(extra: { isRecorded?: boolean } = {}): AppError {
  return new AppError("unauthenticated", "Not authenticated", extra);
}
