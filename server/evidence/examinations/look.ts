import type * as contract from "#contract/evidence/examinations.ts";
import { Outcome } from "#contract/answering/answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { getReviewedInteraction } from "#server/answering/reviews/reviewed-interaction.ts";
import { getBundleFile, listBundlesOf, startBundle } from "#server/evidence/record/bundles.ts";
import { proveAnswer } from "#server/evidence/record/prove.ts";
import { listRecordWithin } from "#server/evidence/record/read.ts";
import { openExamination, presentExamination } from "./examiners.ts";
import { covers, partOf, scopeOf } from "./scope.ts";
import { listAskedThemes, listExamined, type ExaminationRow } from "./store.ts";

export async function getOwnExamination(ctx: Context): Promise<Result<typeof contract.getExamination>> {
  const row = await openExamination(ctx);
  return {
    ...presentExamination(row),
    companyName: row.company_name,
    askedThemes: await listAskedThemes(ctx, row),
  };
}

/** An access is recorded with its reason before anything is shown, in the same transaction. */
function noteLook(
  ctx: Context,
  at: { type: string; id: number | string },
  reason: string,
  chosen: object = {},
): void {
  ctx.audit({ action: "examination.look", target: at, after: { reason, ...chosen } });
}

export async function listExaminedAnswers(
  ctx: Context,
  { reason, before, limit }: Input<typeof contract.listExaminedAnswers>,
): Promise<Result<typeof contract.listExaminedAnswers>> {
  const examination = await openExamination(ctx);
  const rows = await listExamined(ctx, examination, { before, limit });
  noteLook(ctx, { type: "examination", id: "answers" }, reason);
  return {
    rows: rows.map(({ id, outcome, ...row }) => ({
      ...row,
      interactionId: id,
      outcome: Outcome.parse(outcome),
    })),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

export async function listExaminedEvents(
  ctx: Context,
  { reason, ...page }: Input<typeof contract.listExaminedEvents>,
): Promise<Result<typeof contract.listExaminedEvents>> {
  const examination = await openExamination(ctx);
  noteLook(ctx, { type: "examination", id: "events" }, reason);
  return listRecordWithin(ctx, examination.company_id, scopeOf(examination), page);
}

/** An answer outside the period and themes is not found. */
export async function getExaminedAnswer(
  caller: Caller,
  { id, reason }: Input<typeof contract.getExaminedAnswer>,
): Promise<Result<typeof contract.getExaminedAnswer>> {
  const interaction = await caller.transact(async (ctx) => {
    const examination = await openExamination(ctx);
    if ((await listExamined(ctx, examination, { limit: 1, id })).length === 0) throw notFound();
    noteLook(ctx, { type: "interaction", id }, reason);
    return getReviewedInteraction(ctx, { id });
  });
  return { interaction, proof: await proofOf(caller, id) };
}

async function proofOf(caller: Caller, interactionId: number) {
  try {
    return await proveAnswer(caller, { interactionId });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

export async function createExaminationBundle(
  ctx: Context,
  { reason, ...chosen }: Input<typeof contract.createExaminationBundle>,
): Promise<Result<typeof contract.createExaminationBundle>> {
  const examination = await openExamination(ctx);
  const part = partOf(scopeOf(examination), chosen);
  const bundle = await startBundle(ctx, examination.company_id, part);
  noteLook(ctx, { type: "record-bundle", id: bundle.id }, reason, { filters: part });
  return bundle;
}

export async function listExaminationBundles(
  ctx: Context,
): Promise<Result<typeof contract.listExaminationBundles>> {
  return ownBundles(ctx, await openExamination(ctx));
}

/** Those that the examination, as it is now, covers. */
async function ownBundles(ctx: Context, examination: ExaminationRow) {
  const own = await listBundlesOf(ctx, examination.company_id, personOf(ctx).id);
  const scope = scopeOf(examination);
  return own.filter(({ filters }) => covers(scope, filters));
}

export async function getExaminationBundleFile(
  caller: Caller,
  { id, reason }: Input<typeof contract.getExaminationBundleFile>,
) {
  await caller.transact(async (ctx) => {
    const own = await ownBundles(ctx, await openExamination(ctx));
    if (!own.some((bundle) => bundle.id === id)) throw notFound();
    noteLook(ctx, { type: "record-bundle", id }, reason);
  });
  return getBundleFile(caller, { id });
}
