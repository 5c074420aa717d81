import type { Found } from "#server/retrieval/theme-index.ts";
import type { Draft } from "./draft.ts";

const wordsNamed = 3;

/**
 * Tells with an answer, or with the reason for none, how the question's own words were understood: which were taken for
 * others, and which names stand in no document.
 */
export function withWordsOfQuestion(
  draft: Draft,
  { unknownNames, readAs }: Pick<Found, "unknownNames" | "readAs">,
): Draft {
  const read = readAs.slice(0, wordsNamed).map((word) => `“${word.typed}” as “${word.read}”`);
  const names = unknownNames.slice(0, wordsNamed).map((name) => `“${name}”`);
  const said = [
    names.length > 0 ? `Your documents do not mention ${listOf(names, "disjunction")}.` : "",
    read.length > 0 ? `Read ${listOf(read, "conjunction")}.` : "",
  ];
  const isTold = names.length > 0 && draft.outcome === "abstained";
  return { ...draft, reason: [...said, isTold ? "" : draft.reason].filter(Boolean).join(" ") || null };
}

function listOf(words: string[], type: "conjunction" | "disjunction"): string {
  return new Intl.ListFormat("en", { type }).format(words);
}
