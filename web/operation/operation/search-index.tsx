import type { Output } from "#contract/kernel/endpoint.ts";
import type { getOperation } from "#contract/operation/operation.ts";
import { Button } from "#web/ui/button.tsx";
import { formatNumber } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Attention, Fact } from "./fact.tsx";
import { useRebuildSearch } from "./queries.ts";
import classes from "./operation.module.css";

type Search = NonNullable<Output<typeof getOperation>["search"]>;

/** What OpenSearch has of the documents, and what it waits for. */
export function SearchIndex({ search }: { search: Search }) {
  const { host, index, documents, indexed, filling, trouble } = search;
  const rebuild = useRebuildSearch();
  const waiting = index === null ? 0 : documents - indexed;
  return (
    <Section
      title="Search index"
      about="OpenSearch finds the passages of themes. What it lacks is read from the database meanwhile; while it fails, a theme that memory can hold is searched there."
      action={
        <Button
          size="xs"
          disabled={filling !== null}
          loading={rebuild.isPending}
          onClick={() =>
            rebuild.mutate(undefined, {
              onSuccess: (begun) =>
                toast(`${begun.index} is being filled; the present index answers meanwhile`),
              onError: (reason) => toastError("The index is not rebuilt", reasonOf(reason)),
            })
          }
        >
          Rebuild
        </Button>
      }
    >
      {trouble !== null && (
        <p role="alert" className={classes.stale}>
          {trouble}
        </p>
      )}
      <div className={classes.card}>
        <dl>
          <Fact name="OpenSearch">{host}</Fact>
          <Fact name="Index that answers">{index ?? "None yet"}</Fact>
          <Fact name="Documents in it">{formatNumber(indexed)}</Fact>
          <Fact name="Documents waiting">
            <Attention count={waiting} tone="warn" />
          </Fact>
          {filling !== null && (
            <Fact name={`Being filled: ${filling.index}`}>
              {formatNumber(filling.indexed)} of {formatNumber(documents)}
            </Fact>
          )}
        </dl>
      </div>
    </Section>
  );
}
