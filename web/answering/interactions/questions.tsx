import { Navigate } from "@tanstack/react-router";
import { Reviews } from "#web/answering/reviews/reviews.tsx";
import { StateFilter } from "#web/answering/reviews/state-filter.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { ThemeFilter } from "./filter-choices.tsx";
import { Interactions } from "./interactions.tsx";

const readNames = ["tab", "status"];

/** In both lists, at the same place. */
const pinned = (
  <>
    <StateFilter />
    <ThemeFilter />
  </>
);

/** Chat Interactions: all questions as a table, or those in a state of review beside the answer to judge. */
export default function Questions() {
  const address = useSearchParams(readNames);
  const status = address.text("status");
  // the former address of the review desk
  if (address.text("tab") === "reviews")
    return (
      <Navigate
        to="/admin"
        search={(search) => ({ ...search, tab: "interactions", status: status || "waiting" })}
        replace
      />
    );
  return status === "" ? <Interactions pinned={pinned} /> : <Reviews pinned={pinned} />;
}
