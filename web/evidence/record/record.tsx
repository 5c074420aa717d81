import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { exportRecord } from "#contract/evidence/record.ts";
import { locate } from "#web/kernel/api.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { CompanyChoice } from "#web/kernel/company-scope/company-choice.tsx";
import { ExportItem } from "#web/identity/proof/export-link.tsx";
import { useResultKey } from "#web/ui/result-key.ts";
import { ActionMenu } from "#web/ui/action-menu.tsx";
import { Button } from "#web/ui/button.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Empty, Page, PageHeader, Problem } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { filterNames, useRecordFilters } from "./address.ts";
import { EventList } from "./event-list.tsx";
import { RecordFilterBar } from "./filters.tsx";
import { eventsQuery, stateQuery } from "./queries.ts";
import { RecordState } from "./record-state.tsx";
import classes from "./record.module.css";

const formats = [
  { format: "csv", label: "CSV" },
  { format: "xlsx", label: "Excel" },
  { format: "jsonl", label: "JSON Lines" },
  { format: "ocsf", label: "OCSF" },
] as const;

/** The record: who did what, and whether it is intact. */
export default function RecordScreen() {
  const { canChoose } = useCompany();
  return (
    <Page>
      <PageHeader title="Record" subtitle="Who did what, with proof that nothing was changed">
        {canChoose && <CompanyChoice label="Company of the record" none="Platform" withDeleted />}
      </PageHeader>
      <Parts />
    </Page>
  );
}

function Parts() {
  const { companyId } = useCompany();
  const state = useQuery(stateQuery(companyId));
  const { list } = useEvents();
  // said once
  if (state.isError && list.isError)
    return (
      <Problem onRetry={() => void Promise.all([state.refetch(), list.refetch()])}>
        {list.error.message}
      </Problem>
    );
  return (
    <SequentialReveal>
      <RecordState />
      <RecordFilterBar />
      <Events />
    </SequentialReveal>
  );
}

function useEvents() {
  const filters = useRecordFilters();
  // under the parameter that shared filters clear, to start each at the newest event
  const before = useSearchParams().number("page");
  const asked = eventsQuery(filters, before);
  return { filters, before, asked, list: useQuery(asked) };
}

function Events() {
  const address = useSearchParams();
  const { filters, before, asked, list } = useEvents();
  const answers = useResultKey(asked.queryKey, list.isPlaceholderData);
  const isFiltered = filterNames.some((name) => address.text(name) !== "");
  if (list.isError) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined) return <Waiting shape="rows" />;
  const { rows, next, size } = list.data;
  return (
    <section aria-label="Events on record">
      {rows.length === 0 ? (
        <Empty>{isFiltered ? "No events match your filters." : "Nothing has been recorded yet."}</Empty>
      ) : (
        <EventList key={answers} rows={rows} isBusy={list.isPlaceholderData} />
      )}
      <div className={classes.foot}>
        <p aria-live="polite">
          {rows.length.toLocaleString()} shown, {size.toLocaleString()} on record
        </p>
        <nav ref={restoreFocusOnRemoval} className={classes.actions} aria-label="Pages of events">
          {before !== undefined && <Button onClick={() => address.open({ page: undefined })}>Newest</Button>}
          {next !== null && <Button onClick={() => address.open({ page: next })}>Older</Button>}
        </nav>
        <ActionMenu label="Export" icon={<Download size={15} aria-hidden />}>
          {formats.map(({ format, label }) => (
            <ExportItem key={format} href={locate(exportRecord, { ...filters, format }).url}>
              {label}
            </ExportItem>
          ))}
        </ActionMenu>
      </div>
    </section>
  );
}
