import { termsOf } from "#engine/text/analyze.ts";
import { askingFactor, isCommon, withoutMeasure } from "#engine/query/asking-words.ts";
import { holdsTerm } from "#engine/text/compounds.ts";
import { english, type Language } from "#engine/text/language.ts";
import type { Found } from "#engine/ranked.ts";
import type { Draft } from "#engine/draft.ts";

const wordsNamed = 3;

/**
 * Shows with an answer, or with the reason for none, how the question was interpreted: the corrected words, and the names
 * that no document contains.
 */
export function withQueryNotices(
  draft: Draft,
  {
    unknownWords,
    absentWords,
    readAs,
    unreadable,
  }: Pick<Found, "unknownWords" | "absentWords" | "readAs" | "unreadable">,
): Draft {
  const names = [...new Set([...unknownWords, ...absentWords])]
    .slice(0, wordsNamed)
    .map((name) => `“${name}”`);
  const said = [
    withoutUnreadable(unreadable.length),
    names.length > 0 ? `Your documents don't mention ${listOf(names, "disjunction")}.` : "",
    ...readAs
      .slice(0, wordsNamed)
      .map(({ typed, read }) => `Showing results for “${read}”. You typed “${typed}”.`),
  ];
  const isTold = names.length > 0 && draft.outcome === "abstained";
  return { ...draft, reason: [...said, isTold ? "" : draft.reason].filter(Boolean).join(" ") || null };
}

function withoutUnreadable(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? "One document is being read again and is not part of this answer."
    : `${count} documents are being read again and are not part of this answer.`;
}

/** Up to three words of a question, as typed, that none of these texts contains; never function words or everyday talk. */
export function missingWords(question: string, texts: string[], language: Language = english): string[] {
  const held = termsOf(texts.join("\n"), language);
  const isEnglish = language === english;
  const words =
    (isEnglish ? withoutMeasure(question) : question).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const missing = words.filter((word) => {
    const terms = [...termsOf(word, language)].filter(
      (term) => askingFactor(term, language) === 1 && !isCommon(term, language),
    );
    return (
      terms.length > 0 && !/n['’]t$/.test(word) && !terms.some((term) => holdsTerm(held, term, language))
    );
  });
  return [...new Set(missing)].slice(0, wordsNamed).map((word) => `“${word}”`);
}

export function listOf(words: string[], type: "conjunction" | "disjunction"): string {
  return new Intl.ListFormat("en", { type }).format(words);
}
