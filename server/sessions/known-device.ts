import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#server/context.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { clearDeviceCookie, deviceDays, readDeviceCookie, setDeviceCookie } from "./cookie.ts";

const day = 86_400_000;
/** Per person; the one that was used longest ago is forgotten first. */
const devicesKept = 20;

/** The known device that a sign-in comes from, by its hash; null for any other browser. */
export async function findKnownDevice(
  ctx: Context,
  request: FastifyRequest,
  email: string,
): Promise<string | null> {
  const token = readDeviceCookie(request);
  if (token === null) return null;
  const hash = hashToken(token);
  const row = await ctx.db
    .selectFrom("known_devices as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .select("d.user_id")
    .where("d.token_hash", "=", hash)
    .where("u.email", "=", email)
    .where("d.last_used_at", ">", new Date(ctx.now.getTime() - deviceDays * day))
    .executeTakeFirst();
  return row === undefined ? null : hash.toString("base64url");
}

/** After a sign-in, or a reset by e-mail: guesses made elsewhere no longer keep the person out of this browser. */
export async function rememberDevice(
  ctx: Context,
  user: { id: number; companyId: number | null },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const presented = readDeviceCookie(request);
  // only a token of this server's own making goes on; several people may share a browser
  const isOurs =
    presented !== null &&
    (await ctx.db
      .selectFrom("known_devices")
      .select("user_id")
      .where("token_hash", "=", hashToken(presented))
      .limit(1)
      .executeTakeFirst()) !== undefined;
  const token = isOurs ? presented : newToken();
  await ctx.db
    .insertInto("known_devices")
    .values({
      user_id: user.id,
      company_id: user.companyId,
      token_hash: hashToken(token),
      created_at: ctx.now,
      last_used_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "token_hash"]).doUpdateSet({ last_used_at: ctx.now }),
    )
    .execute();
  await ctx.db
    .deleteFrom("known_devices")
    .where("user_id", "=", user.id)
    .where("token_hash", "not in", (eb) =>
      eb
        .selectFrom("known_devices")
        .select("token_hash")
        .where("user_id", "=", user.id)
        .orderBy("last_used_at", "desc")
        .limit(devicesKept),
    )
    .execute();
  setDeviceCookie(reply, ctx.services.config, token, new Date(ctx.now.getTime() + deviceDays * day));
}

/** For a sign-out in a browser that was not to be remembered: nothing of the person stays in it. */
export async function forgetDevice(
  ctx: Context,
  userId: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const token = readDeviceCookie(request);
  if (token !== null)
    await ctx.db
      .deleteFrom("known_devices")
      .where("user_id", "=", userId)
      .where("token_hash", "=", hashToken(token))
      .execute();
  clearDeviceCookie(reply);
}
