import type { getSpendReport as contract } from "#contract/reports.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import type { Context } from "#server/context.ts";
import { readDays, readFacts, readSpendByCompany } from "./facts.ts";
import { spansOf } from "./span.ts";

type Counted = { count: number; inputTokens: number; outputTokens: number };

/** Tokens as the ledger has them; a call that is not settled yet counts as a call without tokens. */
export async function getSpendReport(
  ctx: Context,
  { period, timeZone }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { span, before } = spansOf(ctx.now, period, timeZone);
  const models = await readFacts(ctx, span, ["model"]);
  return {
    ...total(models),
    period,
    timeZone,
    from: span.from,
    to: span.to,
    before: total(await readFacts(ctx, before, ["model"])),
    byDay: (await readDays(ctx, span, "tokens")).map(({ date, ...row }) => ({ date, ...tokens(row) })),
    byModel: models
      .toSorted((one, other) => used(other) - used(one) || other.count - one.count)
      .map(({ key, ...row }) => {
        const end = key.indexOf("/");
        return { provider: key.slice(0, end), model: key.slice(end + 1), ...tokens(row) };
      }),
    byCompany: (await readSpendByCompany(ctx, span)).map(({ companyId, name, ...row }) => ({
      companyId,
      name,
      ...tokens(row),
    })),
  };
}

function tokens({ count, inputTokens, outputTokens }: Counted) {
  return { calls: count, inputTokens, outputTokens };
}

function total(rows: Counted[]) {
  const sum = { calls: 0, inputTokens: 0, outputTokens: 0 };
  for (const row of rows) {
    sum.calls += row.count;
    sum.inputTokens += row.inputTokens;
    sum.outputTokens += row.outputTokens;
  }
  return sum;
}

function used({ inputTokens, outputTokens }: Counted): number {
  return inputTokens + outputTokens;
}
