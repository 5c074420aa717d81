import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { CatalogRow } from "#contract/models/models.ts";
import { providerLabels } from "#contract/models/providers.ts";
import { priceText } from "#web/identity/companies/model-facts.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatCalendarDay } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ModelEditor } from "./model-editor.tsx";
import { catalogQuery, useRemoveModel } from "./queries.ts";
import cells from "#web/ui/table-cells.module.css";
import classes from "./models.module.css";

/** Known facts about models: shipped with the program, and added or corrected on this installation. */
export function Catalog() {
  const { data, error, refetch } = useQuery(catalogQuery());
  const address = useSearchParams();
  const [edited, setEdited] = useState<CatalogRow | "new" | null>(null);
  const [removing, setRemoving] = useState<CatalogRow | null>(null);
  const remove = useRemoveModel();
  const search = address.text("q");
  const rows = useMemo(() => found(data ?? [], search), [data, search]);
  const columns = useMemo(() => columnsOf({ onEdit: setEdited, onRemove: setRemoving }), []);
  const confirm = async () => {
    if (removing?.id == null) return;
    try {
      await remove.mutateAsync(removing.id);
      toast("Entry removed");
      setRemoving(null);
    } catch (failure) {
      toastError("The entry was not removed", reasonOf(failure));
    }
  };
  return (
    <Section
      title="Known models"
      about="Prices, retirement dates, and the parameters each model refuses. Models missing from this list work too: the parameters they refuse are learned from the first question."
    >
      <div className={classes.bar}>
        <SearchInput
          label="Search models by name or provider"
          placeholder="Search by name or provider"
          className={classes.search}
          value={search}
          onSearch={(q) => address.refine({ q })}
        />
        <div className={classes.end}>
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited("new")}>
            Add model
          </Button>
        </div>
      </div>
      {error !== null ? (
        <FetchProblem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting shape="rows" />
      ) : rows.length === 0 ? (
        <Empty>No model has that name.</Empty>
      ) : (
        <DataTable label="List of known models" columns={columns} rows={rows} keyOf={keyOf} />
      )}
      {edited !== null && (
        <ModelEditor model={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
      <Confirm
        opened={removing !== null}
        question="Are you sure you want to remove this entry?"
        action="Remove"
        onClose={() => setRemoving(null)}
        onConfirm={confirm}
      >
        <p>
          {removing?.replacesShipped === true
            ? `The facts shipped with the program about ${removing.name} apply again.`
            : `Companies that chose ${removing?.name ?? "it"} keep it, but its price and retirement date are no longer known.`}
        </p>
      </Confirm>
    </Section>
  );
}

const keyOf = (row: CatalogRow) => `${row.provider}/${row.name}`;

function found(rows: CatalogRow[], search: string): CatalogRow[] {
  const wanted = search.toLowerCase();
  return rows
    .filter((row) => `${row.name} ${providerLabels[row.provider]}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), "en", { numeric: true }));
}

type Actions = { onEdit(row: CatalogRow): void; onRemove(row: CatalogRow): void };

function columnsOf({ onEdit, onRemove }: Actions): Column<CatalogRow>[] {
  return [
    {
      label: "Model",
      wraps: true,
      phone: "title",
      render: (row) => (
        <>
          <span className={cells.name}>{row.name}</span>
          <div className={cells.quiet}>
            {providerLabels[row.provider]}
            {row.kind === "embedding" && ", for embeddings"}
          </div>
        </>
      ),
    },
    {
      label: "Context",
      align: "end",
      render: (row) => row.contextTokens?.toLocaleString("en") ?? <Quiet>Unknown</Quiet>,
    },
    { label: "Input, $ per million", align: "end", render: (row) => priceText(row.inputPrice) },
    {
      label: "Output, $ per million",
      align: "end",
      render: (row) => (row.kind === "embedding" ? "-" : priceText(row.outputPrice)),
    },
    { label: "Retires", phone: "fact", render: (row) => <End row={row} /> },
    {
      label: "Refuses",
      wraps: true,
      render: (row) => row.refuses.join(", ") || <Quiet>Nothing known</Quiet>,
    },
    {
      label: "Actions",
      phone: "actions",
      render: (row) => (
        <div className={cells.icons}>
          <IconButton icon={Pencil} label={`Edit ${row.name}`} onClick={() => onEdit(row)} />
          {row.id !== null && (
            <IconButton icon={Trash2} label={`Remove ${row.name}`} onClick={() => onRemove(row)} />
          )}
        </div>
      ),
    },
  ];
}

/** Missing values are subdued. */
function Quiet({ children }: { children: string }) {
  return <span className={cells.quiet}>{children}</span>;
}

function End({ row }: { row: CatalogRow }) {
  if (row.retiresOn === null) return <Quiet>No date known</Quiet>;
  const tone = row.retirement === null ? "plain" : row.retirement.isPast ? "bad" : "warn";
  return (
    <>
      <Badge tone={tone}>{formatCalendarDay(row.retiresOn)}</Badge>
      {row.successor !== null && <div className={cells.quiet}>then {row.successor}</div>}
    </>
  );
}
