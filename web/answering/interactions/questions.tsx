import { Navigate } from "@tanstack/react-router";
import { ListedStatus } from "#contract/answering/reviews.ts";
import { OpenWork } from "#web/answering/desk/open-work.tsx";
import { Reviews } from "#web/answering/reviews/reviews.tsx";
import { StateFilter } from "./state-filter.tsx";
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

/** The states that former addresses of this list stood for. */
const formerly = new Map([
  ["reviews", "waiting"],
  ["desk", "work"],
]);

/** Chat Interactions: all questions as a table, the work they left, or those in a state of review beside the answer to judge. */
export default function Questions() {
  const address = useSearchParams(readNames);
  const status = address.text("status");
  const former = formerly.get(address.text("tab"));
  const isKnown = status === "" || status === "work" || ListedStatus.safeParse(status).success;
  if (former !== undefined || !isKnown)
    return (
      <Navigate
        to="/admin"
        search={(search) => ({ ...search, tab: "interactions", status: (isKnown && status) || former })}
        replace
      />
    );
  if (status === "") return <Interactions pinned={pinned} />;
  return status === "work" ? <OpenWork pinned={pinned} /> : <Reviews pinned={pinned} />;
}
