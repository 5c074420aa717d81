import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config/config.ts";

/** `__Host-` binds the cookie to this host and to HTTPS; browsers refuse the prefix without HTTPS. */
const secureName = "__Host-footnote";
const plainName = "footnote";

/** Says that this browser signed in before; it opens nothing, and stays at sign-out only where it is to be remembered. */
const secureDeviceName = "__Host-footnote-device";
const plainDeviceName = "footnote-device";
/** What a sign-in at an identity provider must bring back; sealed, for ten minutes. */
const secureSignOnName = "__Host-footnote-sign-on";
const plainSignOnName = "footnote-sign-on";
/** Browsers keep no cookie longer than 400 days; half a year without a sign-in is no known device any more. */
export const deviceDays = 180;

export function readCookie(request: FastifyRequest): string | null {
  return tokenIn(request.cookies[secureName] ?? request.cookies[plainName]);
}

export function readDeviceCookie(request: FastifyRequest): string | null {
  return tokenIn(request.cookies[secureDeviceName] ?? request.cookies[plainDeviceName]);
}

function tokenIn(value: string | undefined): string | null {
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

export function setDeviceCookie(reply: FastifyReply, config: Config, token: string, expires: Date): void {
  const secure = config.publicUrl.startsWith("https:");
  reply.setCookie(secure ? secureDeviceName : plainDeviceName, token, {
    httpOnly: true,
    sameSite: "strict",
    secure,
    path: "/",
    expires,
  });
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

export function readSignOnCookie(request: FastifyRequest): string | null {
  return request.cookies[secureSignOnName] ?? request.cookies[plainSignOnName] ?? null;
}

export function setSignOnCookie(reply: FastifyReply, config: Config, sealed: string, expires: Date): void {
  const secure = config.publicUrl.startsWith("https:");
  // our own page sends it, once the provider has sent the browser back there: never another site
  reply.setCookie(secure ? secureSignOnName : plainSignOnName, sealed, {
    httpOnly: true,
    sameSite: "strict",
    secure,
    path: "/",
    expires,
  });
}

export function clearSignOnCookie(reply: FastifyReply): void {
  clear(reply, secureSignOnName, plainSignOnName);
}

export function clearCookie(reply: FastifyReply): void {
  clear(reply, secureName, plainName);
}

export function clearDeviceCookie(reply: FastifyReply): void {
  clear(reply, secureDeviceName, plainDeviceName);
}

function clear(reply: FastifyReply, secure: string, plain: string): void {
  for (const name of [secure, plain])
    reply.clearCookie(name, { path: "/", secure: name === secure, httpOnly: true, sameSite: "strict" });
}
