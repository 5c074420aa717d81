import type { FastifyReply } from "fastify";
import type { Context } from "#server/context.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { setCookie } from "./cookie.ts";
import { insertSession } from "./store.ts";

export type NewSession = { id: string; token: string; cookie: string; expiresAt: Date };

/** A new session with its two secrets; only their hashes are kept. */
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
  return { id, token, cookie, expiresAt };
}

/** Administrators sign in anew every day, whatever they asked for: their session is worth too much to lie about. */
export function remembers(role: string, rememberMe: boolean): boolean {
  return rememberMe && role === "agent";
}

export function handOver(
  reply: FastifyReply,
  ctx: { services: Context["services"] },
  session: NewSession,
): void {
  setCookie(reply, ctx.services.config, session.cookie, session.expiresAt);
}
