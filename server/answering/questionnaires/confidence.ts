import { maximumQuestion, type HistoryEntry } from "#contract/answering/answers.ts";
import type { QuestionReview } from "#contract/answering/questionnaires.ts";

type Reviewed = { review: QuestionReview | null; reviewer: string | null; isTooLong: boolean };
type Answered = Pick<HistoryEntry, "outcome" | "mode" | "claims" | "nearest" | "approved">;

/** How far the documents bear an answer, in the words that the product has for it, and who accepted it. */
export function confidenceOf(entry: Answered | null, { review, reviewer, isTooLong }: Reviewed): string {
  if (review === "edited") return `Written by ${reviewer ?? ""} in review`;
  if (review === "not_answered") return `Not answered, marked by ${reviewer ?? ""}`;
  if (isTooLong) return `Not asked: longer than ${maximumQuestion.toLocaleString("en")} characters`;
  if (entry === null) return "";
  const word = wordOf(entry);
  return review === "accepted" ? `${word}, accepted by ${reviewer ?? ""}` : word;
}

function wordOf({ outcome, mode, claims, nearest, approved }: Answered): string {
  if (outcome === "failed") return "Failed";
  if (outcome === "abstained") return nearest.length > 0 ? "Declined, closest passages" : "Declined";
  if (mode === "approved") return approved === null ? "Approved" : `Approved by ${approved.approvedBy}`;
  if (mode === "extractive") return "Quoted";
  const confirmed = claims.filter(({ verdict }) => verdict === "supported").length;
  return confirmed === claims.length ? "Supported" : `${confirmed} of ${claims.length} sentences supported`;
}
