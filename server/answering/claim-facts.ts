import { analyze, BREAK, termsOf } from "#server/retrieval/analyze.ts";

/** What a sentence must share exactly with the words it rests on, whatever else it says in its own words. */
export type Disagreement = "number" | "name" | "negation" | "modality";

/**
 * Whether `claim` says otherwise than `span`, words of `passage`: a number that neither the span nor what stands `around`
 * the passage (headings, document name) holds, a name that the whole passage does not hold, something denied in one and
 * said in the other, a duty made a freedom or the other way round.
 */
export function disagreement(
  claim: string,
  span: string,
  { passage = span, around = "" }: { passage?: string; around?: string } = {},
): Disagreement | null {
  const said = claim.replace(/^(?:\p{L}+,? )?(?:yes|no)[.,;:] /iu, "");
  const numbers = numbersOf(`${span} ${around}`);
  if (numbersOf(said).some((number) => !numbers.includes(number))) return "number";
  if (strangeNames(said, `${passage} ${around}`).length > 0) return "name";
  const copied = copiedOtherwise(said, span);
  if (copied !== null) return copied;
  const [predicates, held] = [predicatesOf(said), predicatesOf(span)];
  const turned = predicatesDisagree(predicates, held);
  if (turned !== null) return turned;
  const isAligned =
    predicates.length > 0 && predicates.every(({ verb }) => held.some((other) => other.verb === verb));
  if (isAligned) return null;
  if (deniesOtherwise(said, span)) return "negation";
  return turnsModality(said, span) ? "modality" : null;
}

/** Names of `text` that `source` does not hold, neither written out nor as the initials of its words. */
export function strangeNames(text: string, source: string): string[] {
  const known = termsOf(source);
  const isKnown = (part: string) => part.length < 3 || [...termsOf(part)].every((term) => known.has(term));
  return namesOf(text).filter(
    (name) => !name.split(/[-&]/).every(isKnown) && !(isAcronym(name) && initialsOf(source).includes(name)),
  );
}

function isAcronym(name: string): boolean {
  return /^\p{Lu}{2,8}$/u.test(name);
}

/** 'Personal Data Protection Commission' → 'PDPC', all such runs of a text in one line. */
function initialsOf(text: string): string {
  return [...text.matchAll(/\p{Lu}[\p{L}-]*(?:\s+(?:of|the|and|for)?\s*\p{Lu}[\p{L}-]*)+/gu)]
    .map(([run]) => (run.match(/\p{Lu}/gu) ?? []).join(""))
    .join(" ");
}

const small = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen",
  "eighteen nineteen",
]
  .join(" ")
  .split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const wordsOfNumber = (group: "(" | "(?:") =>
  String.raw`\b(?:${group}${tens.join("|")})(?:[\s-]${group}${small.slice(1, 10).join("|")}))?|${group}${small.slice(2).join("|")}))\b`;
/** Pattern of a number in words, from two to ninety-nine. */
export const numberInWords = wordsOfNumber("(?:");
const inWords = new RegExp(wordsOfNumber("("), "gi");
const digits = /\d+(?:[.,]\d+)*/g;

/** Numbers as digits, without separators of thousands: '1,200', 'thirty' and '30.0' are 1200, 30 and 30. */
export function numbersOf(text: string): string[] {
  const written = (text.match(digits) ?? []).map((number) =>
    number.replace(/,(?=\d{3})/g, "").replace(/\.0+$/, ""),
  );
  const spelled = [...text.matchAll(inWords)].map(([, ten, unit, alone]) =>
    ten === undefined
      ? String(small.indexOf(alone?.toLowerCase() ?? ""))
      : String(
          (tens.indexOf(ten.toLowerCase()) + 2) * 10 + Math.max(0, small.indexOf(unit?.toLowerCase() ?? "")),
        ),
  );
  return [...written, ...spelled];
}

/** Capitalised words that do not begin the sentence or a part of it: names, months, places. */
function namesOf(text: string): string[] {
  return (text.match(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{N}&-]+/gu) ?? []).filter((name) => name.length > 2);
}

/** A verb with what is said of it: a duty, a freedom or neither, and whether it is denied. */
type Predicate = { verb: string; kind: "duty" | "freedom" | "plain"; isDenied: boolean };

const auxiliaries = new Map<string, Predicate["kind"]>([
  ...["must", "shall"].map((word) => [word, "duty"] as const),
  ...["may", "can", "could", "might", "cannot"].map((word) => [word, "freedom"] as const),
  ...[
    "is",
    "are",
    "was",
    "were",
    "be",
    "do",
    "does",
    "did",
    "has",
    "have",
    "had",
    "will",
    "would",
    "should",
  ].map((word) => [word, "plain"] as const),
]);
const denials = /^(?:no|not|never|neither|nor|cannot|\w+n['’]t)$/;
/** Between an auxiliary and its verb. */
const fillers = /^(?:not|never|be|been|being|have|has|had|also|only|then|otherwise|always|\w+ly)$/;
/** An auxiliary and its verb stand no further apart. */
const furthest = 5;

/** The verbs (or what stands for them: 'is subject to') that follow an auxiliary. */
function predicatesOf(text: string): Predicate[] {
  const words = (text.toLowerCase().match(/[\p{L}'’]+|[.,;:()]/gu) ?? []).map((word) =>
    word.replace("’", "'"),
  );
  return words.flatMap((word, place) => {
    const kind = auxiliaries.get(word.replace(/n't$/, ""));
    if (kind === undefined || (word === "be" && kind === "plain" && auxiliaries.has(words[place - 1] ?? "")))
      return [];
    const isBack = denials.test(word) || denials.test(words[place - 1] ?? "");
    let isDenied = isBack;
    for (const next of words.slice(place + 1, place + 1 + furthest)) {
      if (denials.test(next)) isDenied = true;
      if (fillers.test(next)) continue;
      const [verb] = analyze(next);
      return verb === undefined ? [] : [{ verb, kind, isDenied }];
    }
    return [];
  });
}

/**
 * What is said of a verb that both hold: one denies it and the other does not, or a duty stands against a freedom. A verb
 * of which `span` says both agrees with either.
 */
function predicatesDisagree(claim: Predicate[], span: Predicate[]): "negation" | "modality" | null {
  for (const { verb, kind, isDenied } of claim) {
    const same = span.filter((other) => other.verb === verb);
    if (same.length === 0) continue;
    const alike = same.filter((other) => other.isDenied === isDenied);
    if (alike.length === 0) return "negation";
    if (!alike.some((other) => other.kind === kind || other.kind === "plain" || kind === "plain"))
      return "modality";
  }
  return null;
}

const negator = /^(?:no|not|never|neither|nor|none|cannot|nobody|nothing|prohibited|forbidden|\w+n['’]t)$/i;
/** Words after a negation that it reaches, and before one that stands behind what it denies ('is prohibited'). */
const reach = 4;

/** The same thing is denied in one and not in the other, and nothing is denied in both. */
function deniesOtherwise(claim: string, span: string): boolean {
  const [left, right] = [deniedIn(claim), deniedIn(span)];
  if (left.denied.size === 0 && right.denied.size === 0) return false;
  if ([...left.denied].some((term) => right.denied.has(term))) return false;
  return (
    [...left.denied].some((term) => right.said.has(term)) ||
    [...right.denied].some((term) => left.said.has(term))
  );
}

/** Terms that a negation reaches, and all others. */
function deniedIn(text: string): { denied: Set<string>; said: Set<string> } {
  const denied = new Set<string>();
  const all = termsOf(text);
  for (const clause of text.split(/[,;:.]|\b(?:but|however|although|though|whereas)\b/i)) {
    const words = clause.trim().split(/\s+/);
    words.forEach((word, place) => {
      const bare = word.replace(/[^\p{L}'’]/gu, "");
      if (!negator.test(bare)) return;
      const isBehind = /^(?:prohibited|forbidden)$/i.test(bare);
      const reached = isBehind ? words.slice(0, place) : words.slice(place + 1);
      const terms = analyze(reached.join(" ")).filter((term) => term !== BREAK);
      for (const term of isBehind ? terms.slice(-reach) : terms.slice(0, reach)) denied.add(term);
    });
  }
  return { denied, said: new Set([...all].filter((term) => !denied.has(term))) };
}

/** Of two sentences this share of their words is common: one is the other, but for a word or two. */
const copyShare = 0.8;
const allDenials = /\b(?:no|not|never|neither|nor|none|cannot|without|\w+n['’]t)\b/gi;
const allDuties = /\b(?:must|shall)\b/gi;
const allFreedoms = /\b(?:may|can|could|might)\b/gi;

/** In a copy, a denial or a modal verb more or less is the difference. */
export function copiedOtherwise(claim: string, span: string): "negation" | "modality" | null {
  const [left, right] = [termsOf(claim), termsOf(span)];
  const common = [...left].filter((term) => right.has(term)).length;
  if (common < copyShare * (left.size + right.size - common)) return null;
  const differ = (pattern: RegExp) =>
    (claim.match(pattern)?.length ?? 0) !== (span.match(pattern)?.length ?? 0);
  if (differ(allDenials)) return "negation";
  return differ(allDuties) && differ(allFreedoms) ? "modality" : null;
}

const duties = /\b(?:must|shall|requires?|required|mandatory|obliged|obligation)\b/i;
const freedoms = /\b(?:may|can|could|optional|allowed|permitted|might)\b/i;

function turnsModality(claim: string, span: string): boolean {
  const freedomIntoDuty = duties.test(claim) && !duties.test(span) && freedoms.test(span);
  const dutyIntoFreedom = freedoms.test(claim) && !freedoms.test(span) && duties.test(span);
  return freedomIntoDuty || dutyIntoFreedom;
}
