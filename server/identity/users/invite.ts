import type { inviteUser as contract } from "#contract/identity/users.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, requireCompany, type Caller, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { newTempPassword, seal } from "#server/platform/secrets.ts";
import { hashPassword } from "./password-hash.ts";
import { requireActive } from "#server/identity/workspaces/require-active.ts";
import { getWorkspaces } from "#server/identity/workspaces/shared-store.ts";
import { insertInvitation } from "./invitation-store.ts";
import { allow } from "./policy.ts";
import { addressTaken } from "./address-taken.ts";
import { emailExists, insertUser, setMemberships } from "./store.ts";
import { getUser } from "./shared-store.ts";
import { setTempPassword } from "./password-store.ts";

const validDays = 7;

export async function inviteUser(
  caller: Caller,
  input: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const password = newTempPassword();
  const hash = await hashPassword(password);
  const { id, companyId } = await caller.transact(async (ctx) => {
    const companyId = requireCompany(ctx, input.companyId);
    const workspaceIds = [...new Set([input.workspaceId, ...(input.workspaceIds ?? [])])];
    const workspaces = await getWorkspaces(ctx, workspaceIds);
    if (workspaces.some((workspace) => workspace.company_id !== companyId))
      throw invalid("workspaceId", "Choose a workspace of this company.");
    requireActive(workspaces, "workspaceId");
    if (await emailExists(ctx, input.email)) throw addressTaken();
    const id = await insertUser(ctx, {
      company_id: companyId,
      email: input.email,
      first_name: input.firstName,
      last_name: input.lastName,
      role: input.role,
      password_hash: hash,
      must_change_password: true,
    });
    await storeTempPassword(ctx, id, hash, password);
    await setMemberships(ctx, { id, company_id: companyId }, workspaceIds);
    ctx.audit({
      action: "user.invite",
      target: { type: "user", id },
      company: companyId,
      after: { email: input.email, role: input.role, workspaceIds },
    });
    return { id, companyId };
  });
  return sendInvitation(
    caller,
    { id, companyId, email: input.email, invitedBy: personOf(caller).id },
    password,
  );
}

/** An account without workspaces, with a temporary password: for an outside person. */
export async function addOutsider(
  ctx: Context,
  person: Omit<Parameters<typeof insertUser>[1], "password_hash" | "must_change_password">,
  { hash, password }: { hash: string; password: string },
): Promise<number> {
  if (await emailExists(ctx, person.email)) throw addressTaken();
  const id = await insertUser(ctx, { ...person, password_hash: hash, must_change_password: true });
  await storeTempPassword(ctx, id, hash, password);
  return id;
}

/** A new temporary password for a person who has never signed in; the earlier one ends. */
export async function reinviteUser(caller: Caller, { id }: { id: number }): Promise<Result<typeof contract>> {
  const password = newTempPassword();
  const hash = await hashPassword(password);
  const user = await caller.transact(async (ctx) => {
    const user = allow(ctx, "reinvite", await getUser(ctx, id));
    if (!user.must_change_password)
      throw new AppError("conflict", "This person has already set a password. They can reset it by email.");
    if (!user.is_active)
      throw new AppError("conflict", "This person is deactivated. Reactivate the account first.");
    await storeTempPassword(ctx, id, hash, password);
    ctx.audit({ action: "user.reinvite", target: { type: "user", id }, company: user.company_id });
    return user;
  });
  return sendInvitation(
    caller,
    { id, companyId: user.company_id ?? 0, email: user.email, invitedBy: personOf(caller).id },
    password,
  );
}

export async function storeTempPassword(
  ctx: Context,
  id: number,
  hash: string,
  password: string,
): Promise<void> {
  await setTempPassword(ctx, id, {
    password_hash: hash,
    temp_password_sealed: seal(ctx.services.config.secretKeys, tempPasswordBinding(id), password),
    temp_password_expires_at: new Date(ctx.now.getTime() + validDays * 86_400_000),
  });
}

export function tempPasswordBinding(userId: number): string {
  return `user:${userId}/temp-password`;
}

/** Mail first, outside any transaction; without mail, the response contains the password once. */
export async function sendInvitation(
  caller: Caller,
  user: { id: number; companyId: number; email: string; invitedBy: number },
  password: string,
): Promise<Result<typeof contract>> {
  const { mail, config, log } = caller.services;
  let emailSent = false;
  if (mail.isConfigured) {
    try {
      await mail.send({
        to: user.email,
        subject: "You're invited to Footnote",
        text: [
          "You have been invited to Footnote, which answers questions from your organization's policies and cites the page.",
          `Sign in at ${config.publicUrl}/login with this address and the temporary password`,
          `    ${password}`,
          `It works once, within ${validDays} days; you'll choose your own password next.`,
        ].join("\n\n"),
      });
      emailSent = true;
    } catch (error) {
      log.warn({ err: error, userId: user.id }, "an invitation could not be sent");
    }
  }
  await caller.transact(async (ctx) => {
    await insertInvitation(ctx, {
      company_id: user.companyId,
      user_id: user.id,
      invited_by: user.invitedBy,
      email_sent: emailSent,
    });
    ctx.audit({
      action: "user.invitation-send",
      target: { type: "user", id: user.id },
      company: user.companyId,
      result: emailSent ? "done" : "failed",
    });
  });
  return {
    id: user.id,
    userId: user.id,
    emailSent,
    message: emailSent
      ? `An invitation was sent to ${user.email}.`
      : `${user.email} was added, but no email could be sent. Share the temporary password securely.`,
    tempPassword: emailSent ? null : password,
  };
}
