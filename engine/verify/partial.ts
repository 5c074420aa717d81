import { notAnswered } from "#engine/draft.ts";
import { termsOf } from "#engine/text/analyze.ts";

/** How a model is told to begin the line that names what the passages do not answer. */
export const missingLabel = "Not answered:";
/** A part of a question is named in a line; more is no name. */
const longest = 200;

export type PartialAnswer = {
  /** The answer alone; empty when nothing was answered. */
  text: string;
  /** What the reader must know beside it, as a sentence; null when all was answered. */
  missing: string | null;
};

/**
 * Parts a model's answer from what it says the passages do not answer. What it names is repeated only in words of the
 * question, since no passage can carry it.
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
        : "The documents answer only a part of this question.",
  };
}

const withoutMarks = (text: string) => text.replace(/\[\d{1,3}\]/g, "");

/** A line without the sentence of refusal, whatever stop and marks follow it. */
function withoutRefusal(line: string): string {
  const [first = "", ...others] = line.split(notAnswered);
  return [first, ...others.map((behind) => behind.replace(/^\.?(?:\s?\[\d{1,3}\]){0,9}\.?/, ""))].join("");
}

function isOfQuestion(name: string, question: string): boolean {
  const asked = termsOf(question);
  const terms = [...termsOf(name)];
  return name.length <= longest && terms.length > 0 && terms.every((term) => asked.has(term));
}
