import type { FastifyReply } from "fastify";
import type { Role } from "#contract/kernel/permissions.ts";
import type { CurrentUser } from "#contract/identity/users.ts";
import type { Person } from "#server/kernel/actor.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Exchange } from "#server/http/route.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import type { AuditEvent } from "#server/kernel/audit-event.ts";
import { currentUser } from "#server/identity/users/current.ts";
import { companyCookie, sessionCookie } from "./cookie.ts";
import { insertSession } from "./store.ts";

export type NewSession = {
  id: string;
  companyId: number | null;
  token: string;
  cookie: string;
  expiresAt: Date;
};

/** A new session with its two secrets; only their hashes are stored. */
export async function startSession(
  ctx: Context,
  user: { id: number; companyId: number | null; role: string },
  options: { rememberMe: boolean; browser: string },
): Promise<NewSession> {
  const { hours, idleMinutes, rememberDays } = ctx.services.config.session;
  const isRemembered = remembers(user.role, options.rememberMe);
  const lifetime = isRemembered ? rememberDays * 24 * 3600 : hours * 3600;
  const expiresAt = new Date(ctx.now.getTime() + lifetime * 1000);
  const token = newToken();
  const cookie = newToken();
  const id = await insertSession(ctx, {
    company_id: user.companyId,
    user_id: user.id,
    token_hash: hashToken(token),
    cookie_hash: hashToken(cookie),
    expires_at: expiresAt,
    idle_seconds: isRemembered ? null : Math.round(idleMinutes * 60),
    browser: options.browser.slice(0, 300),
  });
  return { id, companyId: user.companyId, token, cookie, expiresAt };
}

/** Administrators sign in again every day, whatever they chose: their session is too valuable to leave open. */
export function remembers(role: string, rememberMe: boolean): boolean {
  return rememberMe && role === "agent";
}

type Signed = {
  id: number;
  company_id: number | null;
  role: string;
  first_name: string;
  last_name: string;
  email: string;
};

/**
 * Signs a person in, however they were verified: a session, its event under their own name with the details in `details`,
 * and its cookie.
 */
export async function openSession(
  ctx: Context,
  user: Signed,
  { rememberMe, details }: { rememberMe: boolean; details: AuditEvent["after"] },
  { request, reply }: Exchange,
): Promise<{ user: CurrentUser; sessionToken: string; expiresAt: Date }> {
  const session = await startSession(
    ctx,
    { id: user.id, companyId: user.company_id, role: user.role },
    { rememberMe, browser: request.headers["user-agent"] ?? "" },
  );
  const person: Person = {
    type: "user",
    id: user.id,
    role: user.role as Role,
    name: `${user.first_name} ${user.last_name}`.trim(),
    email: user.email,
    companyId: user.company_id,
    sessionId: session.id,
  };
  ctx.audit({
    action: "session.start",
    target: { type: "session", id: session.id },
    company: user.company_id,
    actor: person,
    after: details,
  });
  handOver(reply, ctx, session);
  return { user: await currentUser(ctx, user.id), sessionToken: session.token, expiresAt: session.expiresAt };
}

export function handOver(
  reply: FastifyReply,
  ctx: { services: Context["services"] },
  session: NewSession,
): void {
  const { config } = ctx.services;
  sessionCookie.set(reply, config, session.cookie, session.expiresAt);
  companyCookie.set(reply, config, session.companyId, session.expiresAt);
}
