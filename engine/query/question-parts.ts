import { isOn } from "#engine/rules.ts";
import { termsOf } from "#engine/text/analyze.ts";
import { withoutEnd } from "#engine/text/trim.ts";

const asking = "what|who|whom|whose|when|where|which|how|why|is|are|does|do|did|can|may|must|should|will";
/** '… , and what …', '…? How …': where one question ends and the next begins. */
const joint = new RegExp(
  String.raw`(?:[,;]\s{0,3}|\s{1,3})(?:and|or)\s{1,3}(?=(?:${asking})\b)|(?<=\?)\s{1,3}(?=(?:and |or |if so,? )?(?:${asking})\b)`,
  "i",
);
const mostParts = 3;
/** A part with fewer words isn't a question of its own ('… and why?'). */
const leastTerms = 2;

/** 'the difference between A and B', 'compare A with B': the definitions of both answer the question. */
const comparing = /\b(?:differences? between|differ|compare|distinguish(?: between)?) /i;
const comparedWith = / (?:and|from|with|to|versus|vs\.?) /i;

/** The separate questions in a question; empty if it contains only one. */
export function partsOf(question: string): string[] {
  if (!isOn("question parts")) return [];
  const compared = comparedIn(question);
  if (compared !== null) return compared.map((thing) => `What is ${thing}?`);
  const parts = question
    .split(joint)
    .map((part) => part.trim())
    .filter((part) => termsOf(part).size >= leastTerms);
  return parts.length < 2 ? [] : parts.slice(0, mostParts);
}

/** The two things that a one-line question compares; null if it compares none. */
function comparedIn(question: string): [string, string] | null {
  const text = question.replace(/\s+/g, " ").trim();
  const start = comparing.exec(text);
  if (start === null || question.trim().includes("\n")) return null;
  const things = text.slice(start.index + start[0].length);
  const between = comparedWith.exec(things);
  if (between === null) return null;
  const one = things.slice(0, between.index);
  const other = withoutEnd(things.slice(between.index + between[0].length), /\W/);
  return one === "" || other === "" ? null : [one, other];
}
