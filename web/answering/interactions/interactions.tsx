import { useQuery } from "@tanstack/react-query";
import { useCallback, useState, type ReactNode } from "react";
import { useSearchParams } from "#web/ui/search-params.ts";
import { useResultKey } from "#web/ui/result-key.ts";
import { Button } from "#web/ui/button.tsx";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Empty } from "#web/ui/parts.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { InteractionDetails } from "./interaction-details.tsx";
import { filterNames, useInteractionFilters } from "./address.ts";
import { InteractionFilterBar } from "./filters.tsx";
import type { InteractionRow } from "#contract/answering/interactions.ts";
import { SelectionBar } from "#web/ui/selection-bar.tsx";
import { mostSelected, useSelection } from "#web/ui/selection.ts";
import { InteractionsBatch } from "./interactions-batch.tsx";
import { allInteractions, interactionsPerPage, interactionsQuery } from "./queries.ts";
import { InteractionsTable } from "./interactions-table.tsx";
import { ReviewDialog } from "#web/answering/reviews/review-dialog.tsx";

const idOf = ({ chat_interactions: { id } }: InteractionRow) => id;

/** Questions, answers, and ratings. */
export function Interactions({ pinned }: { pinned: ReactNode }) {
  const address = useSearchParams();
  const { open } = address;
  const onOpen = useCallback((interaction: number) => open({ interaction }), [open]);
  const onReview = useCallback((review: number) => open({ review }), [open]);
  const filters = useInteractionFilters();
  const isFiltered = filterNames.some((name) => address.text(name) !== "");
  const page = address.number("page") ?? 1;
  const asked = interactionsQuery(filters, page);
  const list = useQuery(asked);
  const answers = useResultKey(asked.queryKey, list.isPlaceholderData);
  const selection = useSelection(idOf);
  // a box in each row only when asked for: most come to read
  const [isSelecting, setSelecting] = useState(false);
  const opened = address.number("interaction");
  const reviewed = address.number("review");
  return (
    <>
      <InteractionFilterBar pinned={pinned} />
      <PagedList
        things="interactions"
        list={list}
        page={page}
        pageSize={interactionsPerPage}
        empty={
          <Empty>
            {isFiltered ? "No interactions found matching your criteria" : "Nobody has asked anything yet."}
          </Empty>
        }
      >
        {(rows, isBusy) => (
          <>
            <div ref={restoreFocusOnRemoval}>
              {isSelecting ? (
                <SelectionBar
                  things="interactions"
                  selection={selection}
                  shown={rows}
                  total={list.data?.total ?? 0}
                  onAll={() => allInteractions(filters, mostSelected)}
                >
                  <InteractionsBatch selection={selection} filters={filters} />
                </SelectionBar>
              ) : (
                <Button size="compact-sm" tone="quiet" onClick={() => setSelecting(true)}>
                  Select interactions
                </Button>
              )}
            </div>
            <InteractionsTable
              rows={rows}
              selection={isSelecting ? selection : null}
              sort={filters.sort}
              onSort={(sort) => address.refine({ sort, page: undefined })}
              onOpen={onOpen}
              onReview={onReview}
              isBusy={isBusy}
              answers={answers}
            />
          </>
        )}
      </PagedList>
      {opened !== undefined && reviewed === undefined && (
        <InteractionDetails
          id={opened}
          onReview={() => address.open({ review: opened })}
          onClose={() => address.open({ interaction: undefined })}
        />
      )}
      {reviewed !== undefined && (
        <ReviewDialog key={reviewed} id={reviewed} onClose={() => address.open({ review: undefined })} />
      )}
    </>
  );
}
