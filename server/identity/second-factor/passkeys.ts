import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/identity/second-factor.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { newRecoveryCodes } from "./codes.ts";
import {
  deletePasskey,
  insertPasskey,
  keepChallenge,
  listPasskeys,
  takeChallenge,
  type PasskeyRow,
} from "./passkey-store.ts";
import { findFactor } from "./shared-store.ts";
import { replaceRecoveryCodes, startByPasskey } from "./store.ts";
import { askForPasskey } from "./spend.ts";
import { creationOptions, readRegistration } from "./webauthn.ts";

/** More than anyone carries; an unlimited list could be abused to fill the database. */
const mostPasskeys = 20;

export async function beginPasskey(ctx: Context): Promise<Result<typeof contract.beginPasskey>> {
  const person = personOf(ctx);
  const passkeys = await listPasskeys(ctx, person.id);
  if (passkeys.length >= mostPasskeys)
    throw new AppError("conflict", `You have ${mostPasskeys} passkeys. Remove one before you add another.`);
  const options = await creationOptions(ctx.services.config.publicUrl, person, passkeys);
  await keepChallenge(ctx, person, "register", options.challenge);
  audit(ctx, "passkey.begin", {});
  return options;
}

/** The first passkey of a person without a second factor switches it on, and ends their other sessions. */
export async function addPasskey(
  ctx: Context,
  { name, credential }: Input<typeof contract.addPasskey>,
): Promise<Result<typeof contract.addPasskey>> {
  const person = personOf(ctx);
  const answer = await readRegistration(ctx.services.config.publicUrl, credential, (challenge) =>
    takeChallenge(ctx, person.id, "register", challenge),
  );
  if (answer === null)
    throw new AppError("invalid", "This passkey could not be checked. Nothing was changed; start again.");
  const isFirst = (await findFactor(ctx, person.id))?.isOn !== true;
  const recoveryCodes = isFirst ? newRecoveryCodes() : null;
  if (recoveryCodes !== null) {
    await startByPasskey(ctx, person);
    await replaceRecoveryCodes(ctx, person, recoveryCodes);
    await endSessions(ctx, person.id, { keep: person.sessionId });
  }
  const row = await insertPasskey(ctx, person, { ...answer, name });
  if (row === null) throw new AppError("conflict", "This passkey is already in use.");
  audit(ctx, isFirst ? "second-factor.switch-on" : "passkey.add", { passkey: row.id, name });
  return { passkey: presentPasskey(row), recoveryCodes };
}

export async function askPasskey(ctx: Context): Promise<Result<typeof contract.askPasskey>> {
  const request = await askForPasskey(ctx, personOf(ctx));
  if (request === undefined) throw new AppError("conflict", "You have no passkey yet. Use a code instead.");
  audit(ctx, "passkey.ask", {});
  return request;
}

export async function removePasskey(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const person = personOf(ctx);
  const passkeys = await listPasskeys(ctx, person.id);
  const passkey = passkeys.find((one) => one.id === id);
  if (passkey === undefined) throw notFound();
  const factor = await findFactor(ctx, person.id);
  if (passkeys.length === 1 && factor?.secret == null)
    throw new AppError(
      "conflict",
      "This is your only second step. Add another passkey first, or turn two-step verification off.",
    );
  await deletePasskey(ctx, person.id, id);
  audit(ctx, "passkey.remove", { passkey: id, name: passkey.name });
  return { success: true };
}

export function presentPasskey({ id, name, created_at, last_used_at }: PasskeyRow) {
  return { id, name, createdAt: created_at.toISOString(), lastUsedAt: last_used_at?.toISOString() ?? null };
}

function audit(ctx: Context, action: string, after: Record<string, string | number>): void {
  const { id, companyId } = personOf(ctx);
  ctx.audit({ action, target: { type: "user", id }, company: companyId, after });
}
