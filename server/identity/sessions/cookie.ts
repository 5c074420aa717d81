import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/kernel/config/config.ts";

/** Browsers keep no cookie longer than 400 days; after half a year without a sign-in, a device is no longer known. */
export const deviceDays = 180;

const scope = { httpOnly: true, sameSite: "strict", path: "/" } as const;
const isSecure = (config: Config) => config.publicUrl.startsWith("https:");

/** Allows safe reads, never a write. */
export const sessionCookie = cookieNamed("footnote");
/**
 * Marks a browser that signed in before; it grants no access, and survives sign-out only if the browser is to be
 * remembered.
 */
export const deviceCookie = cookieNamed("footnote-device");
/**
 * The sealed state that a sign-in at an identity provider must bring back. Our own page sends it once the provider has
 * redirected the browser there, never another site.
 */
export const signOnCookie = cookieNamed("footnote-sign-on");

/**
 * Tells a proxy the company, so that the same server answers it each time (docs/decisions/routing.md). The program never
 * reads it. Without `__Host-`: nginx can't name a cookie that has a hyphen.
 */
export const companyCookie = {
  set(reply: FastifyReply, config: Config, company: number | null, expires: Date): void {
    if (company === null) return companyCookie.clear(reply, config);
    reply.setCookie("footnote_company", String(company), { ...scope, secure: isSecure(config), expires });
  },
  clear(reply: FastifyReply, config: Config): void {
    reply.clearCookie("footnote_company", { ...scope, secure: isSecure(config) });
  },
};

/** A secret as `newToken` makes it; null for anything else. */
export function tokenIn(value: string | null): string | null {
  return value !== null && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** For this host only. `__Host-` binds it to HTTPS too; browsers refuse the prefix without. */
function cookieNamed(plain: string) {
  const secure = `__Host-${plain}`;
  return {
    read: (request: FastifyRequest): string | null =>
      request.cookies[secure] ?? request.cookies[plain] ?? null,
    set(reply: FastifyReply, config: Config, value: string, expires: Date): void {
      const name = isSecure(config) ? secure : plain;
      reply.setCookie(name, value, { ...scope, secure: isSecure(config), expires });
    },
    clear(reply: FastifyReply): void {
      for (const name of [secure, plain]) reply.clearCookie(name, { ...scope, secure: name === secure });
    },
  };
}
