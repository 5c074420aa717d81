import type * as contract from "#contract/identity/companies.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { nameTaken, requireRestorable } from "#server/kernel/restorable.ts";
import { endOpenStreams } from "#server/identity/open-sessions/shared-store.ts";
import { changed, columnsFor } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { changeModelChoice } from "./model-choice.ts";
import { changeModelLimits } from "./model-limits.ts";
import { changeModelKey } from "./model-keys.ts";
import { allow } from "./policy.ts";
import { presentCompany } from "./present.ts";
import {
  holdCompany,
  insertCompany,
  isNameOfCompany,
  listPeopleIds,
  removeCompany,
  returnCompany,
  setCompany,
} from "./store.ts";
import { getCompany } from "./shared-store.ts";

const columns = {
  name: "name",
  description: "description",
  requireSecondFactor: "require_second_factor",
  moreFormats: "more_formats",
} as const;

export async function createCompany(
  ctx: Context,
  input: Input<typeof contract.createCompany>,
): Promise<Result<typeof contract.createCompany>> {
  const { requireSecondFactor = false, moreFormats = false } = input;
  const id = await insertCompany(ctx, columnsFor({ ...input, requireSecondFactor, moreFormats }, columns));
  ctx.audit({
    action: "company.create",
    target: { type: "company", id },
    company: id,
    after: { name: input.name, requireSecondFactor, moreFormats },
  });
  const company = allow(ctx, "edit", await getCompany(ctx, id));
  await changeModelChoice(ctx, company, "smart", input.smartModel);
  await changeModelChoice(ctx, company, "smarter", input.smarterModel);
  await changeModelLimits(ctx, company, "smart", input.smartLimits);
  await changeModelLimits(ctx, company, "smarter", input.smarterLimits);
  await changeModelKey(ctx, company, "smart", input.openaiApiKey || undefined);
  await changeModelKey(ctx, company, "smarter", input.xaiApiKey || undefined);
  return presentCompany(ctx, await getCompany(ctx, id));
}

export async function updateCompany(
  ctx: Context,
  input: Input<typeof contract.updateCompany>,
): Promise<Result<typeof contract.updateCompany>> {
  const company = await loadToChange(
    ctx,
    input,
    { table: "companies", id: input.id, recordedAs: "company" },
    {
      load: async () => allow(ctx, "edit", await getCompany(ctx, input.id)),
      present: (row) => presentCompany(ctx, row),
      companyOf: ({ id }) => id,
    },
  );
  const { values, before, after } = changed(company, input, columns);
  await setCompany(ctx, company, values);
  if (values.require_second_factor && !company.require_second_factor)
    await endStreamsOfPeople(ctx, company.id);
  ctx.audit({
    action: "company.update",
    target: { type: "company", id: company.id },
    company: company.id,
    before,
    after,
  });
  // first, because a key is bound to the provider's current address
  await changeModelChoice(ctx, company, "smart", input.smartModel);
  await changeModelChoice(ctx, company, "smarter", input.smarterModel);
  await changeModelLimits(ctx, company, "smart", input.smartLimits);
  await changeModelLimits(ctx, company, "smarter", input.smarterLimits);
  await changeModelKey(ctx, company, "smart", input.openaiApiKey);
  await changeModelKey(ctx, company, "smarter", input.xaiApiKey);
  return presentCompany(ctx, await getCompany(ctx, company.id));
}

export async function deleteCompany(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const company = allow(ctx, "delete", await getCompany(ctx, id));
  await removeCompany(ctx, company);
  const people = await endStreamsOfPeople(ctx, id);
  ctx.audit({
    action: "company.delete",
    target: { type: "company", id },
    company: id,
    before: { name: company.name, people },
  });
  return { success: true };
}

export async function restoreCompany(
  ctx: Context,
  input: Input<typeof contract.restoreCompany>,
): Promise<Result<typeof contract.restoreCompany>> {
  await holdCompany(ctx, input.id);
  const company = allow(ctx, "restore", await getCompany(ctx, input.id, { withDeleted: true }));
  requireRestorable(company.deleted_at, ctx.now, "company");
  const name = input.name ?? company.name;
  if (await isNameOfCompany(ctx, name)) throw nameTaken("company", name);
  const withoutAddress = await returnCompany(ctx, company, name);
  ctx.audit({
    action: "company.restore",
    target: { type: "company", id: company.id },
    company: company.id,
    before: { name: company.name },
    after: { name, withoutAddress: withoutAddress.length },
  });
  return { company: await presentCompany(ctx, await getCompany(ctx, company.id)), withoutAddress };
}

/** Their open screens reload and meet the gate now in force. */
async function endStreamsOfPeople(ctx: Context, companyId: number): Promise<number> {
  const people = await listPeopleIds(ctx, companyId);
  for (const person of people) await endOpenStreams(ctx, person.id);
  return people.length;
}
