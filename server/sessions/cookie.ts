import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";

/** `__Host-` binds the cookie to this host and to HTTPS; browsers refuse the prefix without HTTPS. */
const secureName = "__Host-footnote";
const plainName = "footnote";

export function readCookie(request: FastifyRequest): string | null {
  const value = request.cookies[secureName] ?? request.cookies[plainName];
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

export function setCookie(reply: FastifyReply, config: Config, secret: string, expiresAt: Date): void {
  const secure = config.publicUrl.startsWith("https:");
  reply.setCookie(secure ? secureName : plainName, secret, {
    httpOnly: true,
    sameSite: "strict",
    secure,
    path: "/",
    expires: expiresAt,
  });
}

export function clearCookie(reply: FastifyReply): void {
  for (const name of [secureName, plainName])
    reply.clearCookie(name, { path: "/", secure: name === secureName, httpOnly: true, sameSite: "strict" });
}
