import { notAnswered } from "#engine/draft.ts";
import { termsOf } from "#engine/text/analyze.ts";

/** The prefix that the prompt prescribes for the line that names the unanswered part. */
export const missingLabel = "Not answered:";
/** A part of a question fits in a line; longer text isn't a name. */
const longest = 200;

export type PartialAnswer = {
  /** The answer alone; empty if nothing was answered. */
  text: string;
  /** A notice to show beside it, as a sentence; null if everything was answered. */
  missing: string | null;
};

/**
 * Separates a model's answer from its statement of what the passages don't answer. That statement is repeated only in the
 * question's words, since no passage can support it.
 */
export function partialOf(written: string, question: string): PartialAnswer {
  const names: string[] = [];
  let isPartial = false;
  const lines = written.split("\n").flatMap((line) => {
    const own = withoutRefusal(line);
    if (own !== line) isPartial = true;
    const bare = own.trim().replace(/^[-*•]\s/, "");
    if (!bare.toLowerCase().startsWith(missingLabel.toLowerCase()))
      return own === line || own.trim() !== "" ? [own] : [];
    names.push(withoutMarks(bare.slice(missingLabel.length)).trim().replace(/[.;]$/, ""));
    return [];
  });
  const text = lines.join("\n").trim();
  if (names.length === 0 && !isPartial) return { text, missing: null };
  const named = names.filter((name) => isOfQuestion(name, question));
  return {
    text,
    missing:
      named.length > 0
        ? `The documents do not answer: ${named.join("; ")}.`
        : "The documents answer only part of this question.",
  };
}

const withoutMarks = (text: string) => text.replace(/\[\d{1,3}\]/g, "");

/** A line without the sentence of refusal, whatever punctuation and marks follow it. */
function withoutRefusal(line: string): string {
  const [first = "", ...others] = line.split(notAnswered);
  return [first, ...others.map((behind) => behind.replace(/^\.?(?:\s?\[\d{1,3}\]){0,9}\.?/, ""))].join("");
}

function isOfQuestion(name: string, question: string): boolean {
  const asked = termsOf(question);
  const terms = [...termsOf(name)];
  return name.length <= longest && terms.length > 0 && terms.every((term) => asked.has(term));
}
