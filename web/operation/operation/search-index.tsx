import type { Output } from "#contract/kernel/endpoint.ts";
import type { getOperation } from "#contract/operation/operation.ts";
import { formatNumber } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import classes from "./operation.module.css";

type Search = NonNullable<Output<typeof getOperation>["search"]>;

/** What OpenSearch has of the documents, and what it waits for. */
export function SearchIndex({ search }: { search: Search }) {
  const { host, index, documents, indexed, filling, trouble } = search;
  const waiting = index === null ? 0 : documents - indexed;
  return (
    <Section
      title="Search index"
      about="OpenSearch finds the passages of themes. What it lacks is read from the database meanwhile; while it fails, a theme that memory can hold is searched there."
    >
      {trouble !== null && (
        <p role="alert" className={classes.stale}>
          {trouble}
        </p>
      )}
      <div className={classes.card}>
        <dl>
          <Line name="OpenSearch" value={host} />
          <Line name="Index that answers" value={index ?? "None yet"} />
          <Line name="Documents in it" value={formatNumber(indexed)} />
          <div>
            <dt>Documents waiting</dt>
            <dd>{waiting === 0 ? formatNumber(0) : <Badge tone="warn">{formatNumber(waiting)}</Badge>}</dd>
          </div>
          {filling !== null && (
            <Line
              name={`Being filled: ${filling.index}`}
              value={`${formatNumber(filling.indexed)} of ${formatNumber(documents)}`}
            />
          )}
        </dl>
      </div>
    </Section>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
