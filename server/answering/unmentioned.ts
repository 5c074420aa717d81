import type { Draft } from "./draft.ts";

/** Says so with an answer, or as the reason for none, when the question names what no document holds. */
export function withUnmentioned(draft: Draft, names: readonly string[]): Draft {
  if (names.length === 0) return draft;
  const listed = new Intl.ListFormat("en", { type: "disjunction" }).format(
    names.slice(0, 3).map((name) => `“${name}”`),
  );
  const said = `Your documents do not mention ${listed}.`;
  if (draft.outcome === "abstained") return { ...draft, reason: said };
  return { ...draft, reason: [said, draft.reason].filter(Boolean).join(" ") };
}
