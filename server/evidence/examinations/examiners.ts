import type * as contract from "#contract/evidence/examinations.ts";
import type { Examination, Examiner } from "#contract/evidence/examinations.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, requireCompany, type Caller, type Context } from "#server/kernel/context.ts";
import { AppError, invalid, notFound } from "#server/platform/errors.ts";
import { newTempPassword } from "#server/platform/secrets.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { hashPassword } from "#server/identity/users/password-hash.ts";
import { addOutsider, sendInvitation } from "#server/identity/users/invite.ts";
import { afterChange } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import * as store from "./store.ts";
import type { ExaminationRow } from "./store.ts";

export async function listExaminers(
  ctx: Context,
  { companyId }: Input<typeof contract.listExaminers>,
): Promise<Result<typeof contract.listExaminers>> {
  return (await store.listExaminations(ctx, requireCompany(ctx, companyId))).map(presentExaminer);
}

/** A separate account: an examiner has no other role, and an examination ends with its account. */
export async function inviteExaminer(
  caller: Caller,
  { companyId, email, firstName, lastName, ...scope }: Input<typeof contract.inviteExaminer>,
): Promise<Result<typeof contract.inviteExaminer>> {
  const password = newTempPassword();
  const hash = await hashPassword(password);
  const invitedBy = personOf(caller).id;
  const person = await caller.transact(async (ctx) => {
    const company = requireCompany(ctx, companyId);
    await check(ctx, company, scope, scope.endsOn);
    const outsider = { company_id: company, email, first_name: firstName, last_name: lastName };
    const id = await addOutsider(ctx, { ...outsider, role: "examiner" }, { hash, password });
    await store.insertExamination(ctx, { companyId: company, userId: id, createdBy: invitedBy }, scope);
    ctx.audit({
      action: "examiner.invite",
      target: { type: "user", id },
      company,
      after: { email, ...scope },
    });
    return { id, companyId: company, email, invitedBy };
  });
  return sendInvitation(caller, person, password);
}

export async function updateExaminer(
  ctx: Context,
  { id, version, ...asked }: Input<typeof contract.updateExaminer>,
): Promise<Result<typeof contract.updateExaminer>> {
  const row = await loadToChange(
    ctx,
    { version },
    { table: "examinations", key: "user_id", id, recordedAs: "user" },
    {
      load: () => store.getExamination(ctx, id),
      present: (examination) => scopeOf(examination),
      companyOf: ({ company_id }) => company_id,
    },
  );
  const before = scopeOf(row);
  const after = afterChange(before, asked);
  await check(ctx, row.company_id, after, asked.endsOn);
  await store.setExamination(ctx, row, after);
  ctx.audit({
    action: "examiner.update",
    target: { type: "user", id },
    company: row.company_id,
    before,
    after,
  });
  return presentExaminer(await store.getExamination(ctx, id));
}

export async function endExamination(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.endExamination>> {
  const row = await store.getExamination(ctx, id);
  await store.endNow(ctx, row);
  await endSessions(ctx, id, { keep: null });
  ctx.audit({ action: "examiner.end", target: { type: "user", id }, company: row.company_id });
  return presentExaminer(await store.getExamination(ctx, id));
}

async function check(
  ctx: Context,
  companyId: number,
  { from, to, themeIds }: Pick<ReturnType<typeof scopeOf>, "from" | "to" | "themeIds">,
  endsOn: string | undefined,
): Promise<void> {
  if (endsOn !== undefined && endsOn < ctx.now.toISOString().slice(0, 10))
    throw invalid("endsOn", "This day has passed. Choose today or a later one.");
  if (from > to) throw invalid("to", "The last day comes before the first.");
  if ((await store.countThemes(ctx, companyId, themeIds)) !== new Set(themeIds).size) throw notFound();
}

const scopeOf = ({ purpose, first_day, last_day, themes, ends_on }: ExaminationRow) => ({
  purpose,
  from: first_day,
  to: last_day,
  themeIds: themes.map(({ id }) => id),
  endsOn: ends_on,
});

export function presentExamination({
  purpose,
  first_day: from,
  last_day: to,
  themes,
  ends_on: endsOn,
  is_open: isOpen,
}: ExaminationRow): Examination {
  return { purpose, from, to, themes, endsOn, isOpen };
}

function presentExaminer(row: ExaminationRow): Examiner {
  return {
    ...presentExamination(row),
    id: row.user_id,
    name: row.name,
    email: row.email,
    version: row.version,
    lookedAt: row.looked_at?.toISOString() ?? null,
  };
}

/** The caller's examination while it is open. @throws AppError forbidden once it has ended */
export async function openExamination(ctx: Context): Promise<ExaminationRow> {
  const row = await store.getExamination(ctx, personOf(ctx).id);
  if (!row.is_open)
    throw new AppError("forbidden", `This examination ended on ${row.ends_on}. Ask whoever invited you.`);
  return row;
}
