import { useQuery } from "@tanstack/react-query";
import type { SpendReport } from "#contract/answering/reports.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Empty, Problem, Spinner } from "#web/ui/parts.tsx";
import { BarList } from "./bar-list.tsx";
import { bucketsOf } from "./buckets.ts";
import { Columns } from "./columns.tsx";
import { dayText } from "./figures.ts";
import { spendReportQuery } from "./queries.ts";
import { Sheet } from "./sheet.tsx";
import { Change, Total } from "./totals.tsx";
import classes from "./reports.module.css";

/** More days become columns. */
const mostBars = 14;

/** Tokens of model calls, from the ledger. */
export function SpendView({ period }: { period: number }) {
  const { companyId, spansCompanies } = useCompany();
  const { data, isError, refetch } = useQuery(spendReportQuery(period, companyId));
  if (isError)
    return <Problem onRetry={() => void refetch()}>Failed to load report data. Please try again.</Problem>;
  if (data === undefined) return <Spinner />;
  if (data.calls === 0) return <Empty>No model was called in this period.</Empty>;
  const before = data.before.byDay.map((day) => ({ date: day.date, count: tokensOf(day) }));
  return (
    <>
      <dl className={classes.totals}>
        <Total label="Cost" value={data.cost === null ? "-" : costText(data.cost)}>
          {data.unpricedTokens > 0
            ? `no price is known for ${data.unpricedTokens.toLocaleString()} tokens`
            : "at list prices of the models that answered"}
        </Total>
        <Total label="Calls to models" value={data.calls.toLocaleString()}>
          <Change now={data.calls} before={data.before.calls} period={data.period} isNeutral />
        </Total>
        <Total label="Tokens" value={tokensOf(data).toLocaleString()}>
          <Change now={tokensOf(data)} before={tokensOf(data.before)} period={data.period} isNeutral />
        </Total>
        <Total label="Read" value={data.inputTokens.toLocaleString()}>
          tokens of prompts and passages; {data.outputTokens.toLocaleString()} written in answers
        </Total>
      </dl>
      <div className={classes.columns}>
        <Sheet
          title="Tokens by day"
          table={[
            ["Date", "Calls", "Read", "Written"],
            ...data.byDay.map((day) => [{ day: day.date }, day.calls, day.inputTokens, day.outputTokens]),
          ]}
        >
          {data.byDay.length <= mostBars ? (
            <BarList
              title="Tokens by day"
              bars={data.byDay.map((day, index) => ({
                key: day.date,
                label: dayText(day.date, data.period),
                count: tokensOf(day),
                before: before[index]?.count,
              }))}
            />
          ) : (
            <Columns
              title="Tokens by day"
              buckets={bucketsOf(
                data.byDay.map((day) => ({ date: day.date, count: tokensOf(day) })),
                before,
              )}
            />
          )}
        </Sheet>
        <div className={classes.stack}>
          <Sheet
            title="Tokens by model"
            table={[
              ["Provider", "Model", "Calls", "Read", "Written", "Cost in US dollars"],
              ...data.byModel.map((row) => [
                row.provider,
                row.model,
                row.calls,
                row.inputTokens,
                row.outputTokens,
                row.cost,
              ]),
            ]}
          >
            <ul className={classes.documents}>
              {data.byModel.map((row) => (
                <li key={`${row.provider}/${row.model}`}>
                  <span>
                    {row.model} <span className={classes.theme}>{row.provider}</span>
                  </span>
                  <span className={classes.number}>
                    {tokensOf(row).toLocaleString()}
                    <span className={classes.theme}> {costText(row.cost)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Sheet>
          {spansCompanies && (
            <Sheet
              title="Tokens by company"
              table={[
                ["Company", "Calls", "Read", "Written"],
                ...data.byCompany.map((row) => [row.name, row.calls, row.inputTokens, row.outputTokens]),
              ]}
            >
              <ul className={classes.documents}>
                {data.byCompany.map((row) => (
                  <li key={row.companyId}>
                    <span>{row.name}</span>
                    <span className={classes.number}>{tokensOf(row).toLocaleString()}</span>
                  </li>
                ))}
              </ul>
            </Sheet>
          )}
        </div>
      </div>
    </>
  );
}

function costText(cost: number | null): string {
  if (cost === null) return "price not known";
  if (cost > 0 && cost < 0.01) return "under $0.01";
  return cost.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

function tokensOf({ inputTokens, outputTokens }: Pick<SpendReport, "inputTokens" | "outputTokens">): number {
  return inputTokens + outputTokens;
}
