import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { exportLeads, leadStatuses, type Lead } from "#contract/operation/leads.ts";
import { locate } from "#web/kernel/api.ts";
import { ExportSpreadsheet } from "#web/identity/proof/export-link.tsx";
import { Section } from "#web/ui/section.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { useResultKey } from "#web/ui/result-key.ts";
import { ChoiceFilter } from "#web/ui/choice-filter.tsx";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { Empty } from "#web/ui/parts.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { LeadCard } from "./lead-card.tsx";
import { LeadDetails } from "./lead-details.tsx";
import { LeadRetention } from "./lead-retention.tsx";
import { capturedText, statusNames } from "./lead-names.ts";
import { leadsPerPage, leadsQuery } from "./queries.ts";
import classes from "./leads.module.css";

const filterNames = ["q", "status"];

const statusOptions = [
  { value: "", label: "All Statuses" },
  ...leadStatuses.map((status) => ({ value: status, label: statusNames[status] })),
];

/** Lead Management: demo requests, and the status of each. */
export default function Leads() {
  const address = useSearchParams();
  const { open } = address;
  const onOpen = useCallback((lead: Lead) => open({ lead: lead.id }), [open]);
  const filters = {
    search: address.text("q"),
    status: leadStatuses.find((status) => status === address.text("status")),
  };
  const page = address.number("page") ?? 1;
  const asked = leadsQuery(filters, page);
  const leads = useQuery(asked);
  const answers = useResultKey(asked.queryKey, leads.isPlaceholderData);
  // across all leads, ignoring filters
  const captured = useQuery(leadsQuery({}, 1, 1));
  const opened = leads.data?.rows.find((lead) => lead.id === address.number("lead"));
  return (
    <Section
      title="Lead Management"
      // a space holds the line until the number is known
      about={captured.data === undefined ? "\u00a0" : capturedText(captured.data.total)}
    >
      <FilterBar
        label="Filter the leads"
        search={{
          label: "Search leads by name, email or company",
          placeholder: "Search by name, email or company",
        }}
        names={filterNames}
        pinned={<ChoiceFilter label="Status" name="status" options={statusOptions} isLabelHidden />}
        end={
          <ExportSpreadsheet href={(format) => locate(exportLeads, { ...filters, format }).url}>
            Export CSV
          </ExportSpreadsheet>
        }
      />
      <div className={classes.list}>
        <PagedList
          things="leads"
          list={leads}
          page={page}
          pageSize={leadsPerPage}
          shape="cards"
          empty={<Empty>No leads found matching your criteria</Empty>}
        >
          {(rows, isBusy) => (
            <div key={answers} className={classes.cards} aria-busy={isBusy}>
              {rows.map((lead) => (
                <LeadCard key={lead.id} lead={lead} onOpen={onOpen} />
              ))}
            </div>
          )}
        </PagedList>
      </div>
      <LeadRetention />
      {opened !== undefined && (
        <LeadDetails key={opened.id} lead={opened} onClose={() => address.open({ lead: undefined })} />
      )}
    </Section>
  );
}
