import type { FastifyReply, FastifyRequest } from "fastify";
import { systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import type { Context } from "#server/kernel/context.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { deviceCookie, deviceDays, tokenIn } from "./cookie.ts";
import { isDeviceOf, isKnownDevice, keepDevice, removeDevice } from "./device-store.ts";

const day = 86_400_000;

/** The known device of a sign-in, by its hash; null for any other browser. */
export async function findKnownDevice(
  ctx: Context,
  request: FastifyRequest,
  email: string,
): Promise<string | null> {
  const token = tokenIn(deviceCookie.read(request));
  if (token === null) return null;
  const hash = hashToken(token);
  return (await isDeviceOf(ctx, hash, { email, days: deviceDays })) ? hash.toString("base64url") : null;
}

/** The key of a browser that has a device token of ours, no matter who signed in with it; null for any other. */
export async function knownSender(services: VerbServices, request: FastifyRequest): Promise<string | null> {
  const token = tokenIn(deviceCookie.read(request));
  if (token === null) return null;
  const hash = hashToken(token);
  const isOurs = await systemCaller(services, "sign-in").transact((ctx) => isKnownDevice(ctx, hash));
  return isOurs ? `device:${hash.toString("base64url")}` : null;
}

/** After a sign-in, or a reset by email: guesses made elsewhere no longer lock the person out of this browser. */
export async function rememberDevice(
  ctx: Context,
  user: { id: number; companyId: number | null },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const presented = tokenIn(deviceCookie.read(request));
  // only a token issued by this server is reused; several people may share a browser
  const isOurs = presented !== null && (await isKnownDevice(ctx, hashToken(presented)));
  const token = isOurs ? presented : newToken();
  await keepDevice(ctx, user, hashToken(token));
  deviceCookie.set(reply, ctx.services.config, token, new Date(ctx.now.getTime() + deviceDays * day));
}

/** For a sign-out in a browser that is not to be remembered: it keeps no trace of the person. */
export async function forgetDevice(
  ctx: Context,
  userId: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const token = tokenIn(deviceCookie.read(request));
  if (token !== null) await removeDevice(ctx, userId, hashToken(token));
  deviceCookie.clear(reply);
}
