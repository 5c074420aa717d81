import { HeldChange } from "#contract/knowledge/themes.ts";
import { usableKey } from "#server/identity/companies/model-keys.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { columnsOf, settingsOf } from "#server/knowledge/themes/settings.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { notifyAdmins } from "#server/notices/notifications/notify.ts";
import { orNull } from "#server/platform/errors.ts";
import { askAtOnce, inBackgroundTurn } from "#server/answering/answers/in-background.ts";
import { askSide, type Side } from "./ask-side.ts";
import { loadBatch, type TestedItem } from "./batch.ts";
import { changeOf, type TestedSide } from "./compare.ts";
import { Contents, titleOf } from "./present.ts";
import { linkTo } from "./start.ts";
import { getRun, holdRun, keepAsked, setStarted, type FoundChange, type RunRow } from "./store.ts";

/** Some seconds' work: then progress is kept, and another company's run has its turn. */
const questionsOfTurn = 50;
/** One reads passages while another computes. */
const atOnce = 2;

/** Asks the next questions of a test run, before its change and with it. */
export async function runTests(
  services: VerbServices,
  { companyId, runId }: { companyId: number; runId: number },
): Promise<void> {
  const caller = jobCaller(services, "run-tests", companyId);
  await inBackgroundTurn(() => askNext(caller, runId));
}

async function askNext(caller: Caller, runId: number): Promise<void> {
  const opened = await caller.transact(async (ctx) => {
    const run = await orNull(holdRun(ctx, runId));
    if (run?.state !== "running") return null;
    await setStarted(ctx, runId);
    const [before, after] = await sidesOf(ctx, run);
    const batch = { from: run.asked, most: questionsOfTurn, after: after.instead };
    return { run, before, after, items: await loadBatch(ctx, run, batch) };
  });
  if (opened === null) return;
  const { run, before, after, items } = opened;
  // first the one side, then the other: the index changes once
  const early = await askAll(caller, before, items, ({ approved }) => approved);
  const late = await askAll(caller, after, items, () => null);
  const changes = items.flatMap((item, index) => changeIn(item, early[index], late[index]));
  const total = run.approved_ids.length + run.interaction_ids.length;
  const asked = Math.min(run.asked + questionsOfTurn, total);
  const isLast = asked === total;
  await caller.transact(async (ctx) => {
    if (!(await keepAsked(ctx, run, { asked, changes, isLast }))) return;
    if (isLast) await finish(ctx, run.id);
    else await ctx.enqueue("run-tests", { companyId: run.company_id, runId });
  });
  if (isLast)
    await themeIndexes.of(caller.services).call("forget", { theme: { ...before.theme, instead: [] } });
}

function changeIn(item: TestedItem, before?: TestedSide, after?: TestedSide): FoundChange[] {
  if (before === undefined || after === undefined) return [];
  const kind = changeOf(before, after);
  const { place, approvedId, interactionId } = item;
  return kind === null ? [] : [{ place, approvedId, interactionId, kind, before, after }];
}

/** The theme before the change, and with it. Other documents are tried without a model: what they say is what changes. */
async function sidesOf(ctx: Context, run: RunRow): Promise<[Side, Side]> {
  const theme = await getTheme(ctx, run.theme_id);
  const contents = [Contents.parse(run.contents_before), Contents.parse(run.contents_after)] as const;
  const settings = [HeldChange.parse(run.settings_before), HeldChange.parse(run.settings_after)] as const;
  const sideOf = async (place: 0 | 1): Promise<Side> => {
    const own = { ...settingsOf(theme), ...settings[place] };
    const instead = contents[place];
    const key = instead.length > 0 ? null : await usableKey(ctx, theme.company_id, own.modelType);
    return { theme: { ...theme, ...columnsOf(own) }, instead, others: contents[1 - place] ?? [], key };
  };
  return [await sideOf(0), await sideOf(1)];
}

/** The answers of one side, in the order of the questions. */
async function askAll(
  caller: Caller,
  side: Side,
  items: readonly TestedItem[],
  known: (item: TestedItem) => TestedSide | null,
): Promise<TestedSide[]> {
  const answers: TestedSide[] = [];
  const { stopping } = caller.services;
  await askAtOnce(caller.services, [...items.entries()], { lines: atOnce }, async ([place, item]) => {
    answers[place] = known(item) ?? (await askSide(caller, side, item, stopping));
  });
  return answers;
}

async function finish(ctx: Context, id: number): Promise<void> {
  const run = await getRun(ctx, id);
  const { company_id, theme_id, document_id, broken, failed, changed, fixed } = run;
  ctx.audit({
    action: "test-run.finish",
    target: { type: "theme", id: theme_id },
    after: {
      ...{ testRunId: id, documentId: document_id, version: run.number_after },
      ...{ total: run.asked, broken, failed, changed, fixed },
    },
  });
  if (!run.is_held) return;
  await notifyAdmins(ctx, company_id, {
    kind: "approval_needed",
    title: `A change of '${run.theme_name}' waits for approval`,
    body: titleOf(run),
    link: linkTo(id),
  });
}
