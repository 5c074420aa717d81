import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { reportPeriods, type ChatReport } from "#contract/answering/reports.ts";
import { useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyChoice } from "#web/kernel/company-scope/company-choice.tsx";
import { recordedCompanyQuery, recordedCompanySource } from "#web/kernel/company-scope/queries.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDateTime, formatZone } from "#web/ui/format.ts";
import { Page, PageHeader, Problem, Spinner } from "#web/ui/parts.tsx";
import { daysUntilToday, spanText } from "./figures.ts";
import { reportQuery } from "./queries.ts";
import { timeZone } from "#web/ui/period.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./reports.module.css";

/** Display names of the contract's periods. */
const periodNames: Record<(typeof reportPeriods)[number], string> = {
  7: "7 days",
  30: "30 days",
  90: "90 days",
  365: "1 year",
};

type Props = {
  /** A wrapper for the report and its states, such as tabs. */
  around?(content: ReactNode): ReactNode;
  children(report: ChatReport): ReactNode;
};

/** Title, filters and states of both report screens, which render their own content. */
export function ReportFrame({ around = (content) => content, children }: Props) {
  const user = useUser();
  const address = useSearchParams();
  const { companyId, canChoose } = useCompany();
  const chosen = useQuery({ ...recordedCompanyQuery(companyId ?? 0), enabled: companyId !== undefined });
  const period = reportPeriods.find((days) => days === address.number("period")) ?? 7;
  const report = useQuery(reportQuery(period, companyId));
  // on a phone they have their own line, which must not appear only with the figures
  const days = report.data ?? { ...daysUntilToday(period), timeZone: timeZone() };
  const company = canChoose
    ? companyId === undefined
      ? "All Companies"
      : chosen.data && recordedCompanySource.labelOf(chosen.data)
    : user.companyName;
  return (
    <Page>
      <PageHeader
        title="Chat Interaction Reports"
        subtitle={joinFacts([
          periodNames[period],
          company,
          `${spanText(days.from, days.to)}, ${formatZone(days.timeZone)}`,
          report.data?.asOf && `as of ${formatDateTime(report.data.asOf)}`,
        ])}
      >
        {canChoose && (
          <CompanyChoice
            label="Company of the report"
            none="All Companies"
            className={classes.company}
            withDeleted
          />
        )}
        <NativeSelect
          aria-label="Period"
          value={String(period)}
          onChange={(event) => address.open({ period: Number(event.currentTarget.value) })}
          data={reportPeriods.map((days) => ({ value: String(days), label: periodNames[days] }))}
        />
        <Button leftSection={<Printer size={15} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </PageHeader>
      {around(
        report.isError ? (
          <Problem onRetry={() => void report.refetch()}>
            Failed to load report data. Please try again.
          </Problem>
        ) : report.data === undefined ? (
          <Spinner />
        ) : (
          <div className={classes.report} aria-busy={report.isPlaceholderData}>
            {children(report.data)}
          </div>
        ),
      )}
    </Page>
  );
}
