import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useSearchParams } from "../ui/search-params.ts";
import { useAnswered } from "../ui/answered.ts";
import { Empty, Problem } from "../ui/parts.tsx";
import { Pages } from "../ui/pages.tsx";
import { InteractionDetails } from "./interaction-details.tsx";
import { filterNames, useInteractionFilters } from "./address.ts";
import { InteractionFilterBar } from "./filters.tsx";
import { interactionsPerPage, interactionsQuery } from "./queries.ts";
import { InteractionsTable } from "./interactions-table.tsx";
import { ReviewDialog } from "../reviews/review-dialog.tsx";
import { Waiting } from "../ui/waiting.tsx";

/** Chat Interactions: questions, answers, and ratings. */
export default function Interactions() {
  const address = useSearchParams();
  const { open } = address;
  const onOpen = useCallback((interaction: number) => open({ interaction }), [open]);
  const onReview = useCallback((review: number) => open({ review }), [open]);
  const filters = useInteractionFilters();
  const isFiltered = filterNames.some((name) => address.text(name) !== "");
  const page = address.number("page") ?? 1;
  const asked = interactionsQuery(filters, page);
  const list = useQuery(asked);
  const answers = useAnswered(asked.queryKey, list.isPlaceholderData);
  const opened = address.number("interaction");
  const reviewed = address.number("review");
  return (
    <>
      <InteractionFilterBar />
      {list.isError ? (
        <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>
      ) : list.data === undefined ? (
        <Waiting shape="rows" />
      ) : list.data.total === 0 ? (
        <Empty>
          {isFiltered ? "No interactions found matching your criteria" : "Nobody has asked anything yet."}
        </Empty>
      ) : (
        <>
          <InteractionsTable
            rows={list.data.rows}
            sort={filters.sort}
            onSort={(sort) => address.refine({ sort, page: undefined })}
            onOpen={onOpen}
            onReview={onReview}
            isBusy={list.isPlaceholderData}
            answers={answers}
          />
          <Pages
            label="Pages of interactions"
            page={page}
            pageSize={interactionsPerPage}
            total={list.data.total}
            isBusy={list.isPlaceholderData}
          />
        </>
      )}
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
