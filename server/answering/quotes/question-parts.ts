import { termsOf } from "#server/retrieval/analyze.ts";

const asking = "what|who|whom|whose|when|where|which|how|why|is|are|does|do|did|can|may|must|should|will";
/** '… , and what …', '…? How …': where one question ends and the next begins. */
const joint = new RegExp(
  String.raw`(?:[,;]\s*|\s+)(?:and|or)\s+(?=(?:${asking})\b)|(?<=\?)\s+(?=(?:and |or |if so,? )?(?:${asking})\b)`,
  "i",
);
const mostParts = 3;
/** A part with fewer words of its own is no question of its own ('… and why?'). */
const leastTerms = 2;

/** 'the difference between A and B', 'compare A with B': who knows what each is can tell them apart. */
const compared =
  /\b(?:differences? between|differ|compare|distinguish(?: between)?)\s+(?<one>.+?)\s+(?:and|from|with|to|versus|vs\.?)\s+(?<other>.+?)\W*$/i;

/** The questions in a question, where it holds several; else none. */
export function partsOf(question: string): string[] {
  const { one, other } = compared.exec(question)?.groups ?? {};
  if (one !== undefined && other !== undefined) return [`What is ${one}?`, `What is ${other}?`];
  const parts = question
    .split(joint)
    .map((part) => part.trim())
    .filter((part) => termsOf(part).size >= leastTerms);
  return parts.length < 2 ? [] : parts.slice(0, mostParts);
}
