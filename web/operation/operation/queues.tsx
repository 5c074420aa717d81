import type { QueueState } from "#contract/operation/operation.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatNumber } from "#web/ui/format.ts";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { jobNames } from "./job-names.ts";

/** Jobs start immediately; a longer wait means that something is stuck. */
const longWaitSeconds = 600;

const columns: Column<QueueState>[] = [
  { label: "Job", render: ({ name }) => jobNames[name], wraps: true },
  { label: "Waiting", align: "end", render: ({ waiting }) => formatNumber(waiting) },
  { label: "Running", align: "end", render: ({ running }) => formatNumber(running) },
  {
    label: "Failed",
    align: "end",
    render: ({ failed }) =>
      failed === 0 ? formatNumber(failed) : <Badge tone="bad">{formatNumber(failed)}</Badge>,
  },
  {
    label: "Longest wait",
    align: "end",
    render: ({ oldestSeconds }) =>
      oldestSeconds === null ? (
        "-"
      ) : oldestSeconds > longWaitSeconds ? (
        <Badge tone="warn">{formatWait(oldestSeconds)}</Badge>
      ) : (
        formatWait(oldestSeconds)
      ),
  },
];

const keyOf = ({ name }: QueueState) => name;

export function Queues({ queues }: { queues: QueueState[] }) {
  return (
    <Section
      title="Jobs"
      about="Of all processes. A failed job is tried five times, with longer pauses each time."
    >
      {queues.length === 0 ? (
        <Empty>No jobs are waiting, running or failed.</Empty>
      ) : (
        <DataTable label="List of jobs" columns={columns} rows={queues} keyOf={keyOf} isNarrow />
      )}
    </Section>
  );
}

function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} hr`;
}
