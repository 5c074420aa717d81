import type { getSpendReport as contract } from "#contract/answering/reports.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context, LateContext } from "#server/kernel/context.ts";
import { readCatalog, type KnownModel } from "#server/models/models/catalog.ts";
import { costOf } from "#server/models/models/cost.ts";
import { findModel } from "#server/models/llm/catalog.ts";
import {
  readDays,
  readFacts,
  readSpendByCompany,
  sourcesOf,
  type Fact,
  type Sources,
} from "./facts-store.ts";
import { spansOf } from "./span.ts";

type Counted = { count: number; inputTokens: number; outputTokens: number };

/** Tokens from the ledger; an unsettled call counts as a call without tokens. */
export async function getSpendReport(
  ctx: LateContext,
  { period, timeZone }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { span, before } = spansOf(ctx.now, period, timeZone);
  const catalog = await readCatalog(ctx);
  const sources = await sourcesOf(ctx, span);
  const sourcesBefore = await sourcesOf(ctx, before);
  const models = priced(catalog, await readFacts(ctx, sources, ["model"]));
  return {
    ...total(models),
    unpricedTokens: models.reduce((sum, row) => sum + (row.cost === null ? used(row) : 0), 0),
    period,
    timeZone,
    from: span.from,
    to: span.to,
    asOf: ctx.asOf?.toISOString() ?? null,
    before: {
      ...total(priced(catalog, await readFacts(ctx, sourcesBefore, ["model"]))),
      byDay: await tokensByDay(ctx, sourcesBefore),
    },
    byDay: await tokensByDay(ctx, sources),
    byModel: models
      .toSorted((one, other) => used(other) - used(one) || other.count - one.count)
      .map(({ provider, model, cost, ...row }) => ({ provider, model, cost, ...tokens(row) })),
    byCompany: (await readSpendByCompany(ctx, sources)).map(({ companyId, name, ...row }) => ({
      companyId,
      name,
      ...tokens(row),
    })),
  };
}

async function tokensByDay(ctx: Context, sources: Sources) {
  return (await readDays(ctx, sources, "tokens")).map(({ date, ...row }) => ({ date, ...tokens(row) }));
}

function tokens({ count, inputTokens, outputTokens }: Counted) {
  return { calls: count, inputTokens, outputTokens };
}

type Priced = Counted & { provider: string; model: string; cost: number | null };

/** Prices follow the model that answered, whoever serves it; the ledger names its host. */
function priced(catalog: KnownModel[], facts: Fact[]): Priced[] {
  return facts.map(({ key, ...row }) => {
    const end = key.indexOf("/");
    const model = key.slice(end + 1);
    return {
      ...row,
      provider: key.slice(0, end),
      model,
      cost: costOf(findModel(catalog, "compatible", model), row),
    };
  });
}

function total(rows: Priced[]) {
  const sum = { calls: 0, inputTokens: 0, outputTokens: 0, cost: null as number | null };
  for (const row of rows) {
    if (row.cost !== null) sum.cost = (sum.cost ?? 0) + row.cost;
    sum.calls += row.count;
    sum.inputTokens += row.inputTokens;
    sum.outputTokens += row.outputTokens;
  }
  return sum;
}

function used({ inputTokens, outputTokens }: Counted): number {
  return inputTokens + outputTokens;
}
