import { Outcome, type Mode } from "#contract/answering/answers.ts";
import { ReviewVerdict } from "#contract/answering/reviews.ts";
import { SelectedTags } from "#contract/kernel/values.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { daysOf, periodNames, timeZone } from "#web/ui/period.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import type { InteractionFilters } from "./queries.ts";

const ratings = ["good", "bad", "none", "any"] as const;
type Writer = { mode: Mode | undefined; model: string | undefined };

/** Authors other than a named model, by their value in the URL. */
export const otherWriters = new Map<string, Writer & { label: string }>([
  ["quoted", { mode: "extractive", model: undefined, label: "Quoted" }],
  ["approved", { mode: "approved", model: undefined, label: "Approved answer" }],
  ["unknown", { mode: "model", model: "-", label: "A model" }],
]);

/** The filters from the URL; ignores invalid values. */
export function useInteractionFilters(): InteractionFilters {
  const { companyId } = useCompany();
  const address = useSearchParams(listNames);
  const text = (name: string) => address.text(name) || undefined;
  return {
    companyId,
    search: text("q"),
    answer: text("answer"),
    themeId: address.number("theme"),
    workspaceId: address.number("workspace"),
    userId: address.number("user"),
    ...daysOf(address),
    timeZone: timeZone(),
    rating: ratings.find((rating) => rating === address.text("rating")),
    outcome: Outcome.safeParse(address.text("outcome")).data,
    reviewed: { yes: "true", no: "false" }[address.text("reviewed")],
    verdict: ReviewVerdict.safeParse(address.text("verdict")).data,
    tag: text("tag"),
    tagGroup: SelectedTags.keyof().safeParse(address.text("group")).data,
    topic: text("topic"),
    isReduced: address.text("reduced") === "yes" ? "true" : undefined,
    citedDocumentId: address.number("cited"),
    approvedId: address.number("approved"),
    ...writtenBy(text("model")),
    documentId: address.number("document"),
    documentVersion: address.number("version"),
    sort: text("sort"),
  };
}

function writtenBy(name: string | undefined): Writer {
  const { mode, model } = otherWriters.get(name ?? "") ?? { mode: undefined, model: name };
  return { mode, model };
}

/** The filters' URL parameters, for clearing all of them at once. */
export const filterNames = [
  "q",
  "answer",
  "theme",
  "user",
  "person",
  ...periodNames,
  "rating",
  "outcome",
  "reviewed",
  "verdict",
  "tag",
  "group",
  "topic",
  "reduced",
  "cited",
  "approved",
  "workspace",
  "model",
  "document",
  "version",
  "file",
];

/** The list's query: its filters and its order. */
const listNames = [...filterNames, "sort"];
