import { termsOf } from "#server/retrieval/analyze.ts";
import type { CheckedClaim, CitedSource, ClaimVerdict } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { sentencesOf } from "./sentences.ts";

const marks = /\[(\d{1,3})\]/g;

/**
 * Checks a model's answer sentence by sentence against the passages it cites. Marks that name no passage that was sent
 * are taken out. Numbers, negation and modality must agree exactly; the rest by overlap with the best matching sentence.
 */
export function checkAnswer(
  answer: string,
  evidence: Evidence[],
): { text: string; sources: CitedSource[]; claims: CheckedClaim[] } {
  const byRank = new Map(evidence.map((item) => [item.rank, item]));
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  const markerOf = new Map<string, number>();
  let text = "";
  let end = 0;
  for (const unit of unitsOf(answer)) {
    text += answer.slice(end, unit.start);
    end = unit.end;
    const cited = [...unit.raw.matchAll(marks)].flatMap((match) => byRank.get(Number(match[1])) ?? []);
    const bare = unit.raw
      .replace(marks, "")
      .replace(/\s+([.,;!?])/g, "$1")
      .replace(/[ \t]{2,}/g, " ")
      .trim();
    if (bare === "") continue;
    const checked = cited.map((item) => ({ item, ...compare(bare, item) }));
    const verdict = checked.some((check) => check.verdict === "supported")
      ? "supported"
      : checked.some((check) => check.verdict === "partly")
        ? "partly"
        : "unsupported";
    const markers = new Set<number>();
    for (const { item, quote } of checked) {
      const key = `${item.rank}/${quote}`;
      const marker = markerOf.get(key) ?? sources.length + 1;
      if (!markerOf.has(key)) {
        markerOf.set(key, marker);
        sources.push({ marker, evidence: item, quote });
      }
      markers.add(marker);
    }
    const start = text.length;
    text += bare;
    claims.push({ start, end: text.length, markers: [...markers], verdict });
    if (markers.size > 0) text += ` ${[...markers].map((marker) => `[${marker}]`).join("")}`;
  }
  return { text: text.trim(), sources, claims };
}

/** Sentences with the marks that follow them. */
function unitsOf(answer: string): { raw: string; start: number; end: number }[] {
  const units: { raw: string; start: number; end: number }[] = [];
  for (const sentence of sentencesOf(answer)) {
    const previous = units.at(-1);
    const onlyMarks = sentence.text.replace(marks, "").replace(/[\s.]/g, "") === "";
    const leading = /^((?:\s*\[\d{1,3}\])+)/.exec(sentence.text)?.[1] ?? "";
    if (previous !== undefined && onlyMarks) {
      previous.raw += ` ${sentence.text}`;
      previous.end = sentence.end;
      continue;
    }
    if (previous !== undefined && leading !== "" && !/\[\d{1,3}\]\s*$/.test(previous.raw)) {
      previous.raw += ` ${leading}`;
      units.push({
        raw: sentence.text.slice(leading.length),
        start: sentence.start + leading.length,
        end: sentence.end,
      });
      continue;
    }
    units.push({ raw: sentence.text, start: sentence.start, end: sentence.end });
  }
  return units;
}

const negations =
  /\b(?:no|not|never|neither|nor|none|without|cannot|can't|don't|doesn't|won't|isn't|aren't|mustn't|prohibited|forbidden|unless|except)\b/gi;
const duties = /\b(?:must|shall|required?|requires|mandatory|obliged)\b/i;
const freedoms = /\b(?:may|can|could|optional|allowed|permitted|might)\b/i;
const numbers = /\d+(?:[.,]\d+)*%?/g;

/** How well one passage carries one sentence, and the words of it that do. */
export function compare(claim: string, evidence: Evidence): { verdict: ClaimVerdict; quote: string } {
  const terms = termsOf(claim);
  const spans = spansOf(evidence.text);
  let best = { overlap: -1, quote: "" };
  for (const span of spans) {
    const own = termsOf(span);
    let shared = 0;
    for (const term of terms) if (own.has(term)) shared += 1;
    const overlap = terms.size === 0 ? 0 : shared / terms.size;
    // of two spans that carry as much, the shorter one is the better quote
    if (overlap > best.overlap + 0.08) best = { overlap, quote: span };
  }
  const exact = hasNumbers(claim, `${evidence.text} ${evidence.section}`) && agrees(claim, best.quote);
  if (best.overlap >= 0.6 && exact) return { verdict: "supported", quote: best.quote };
  if (best.overlap >= 0.35 && exact) return { verdict: "partly", quote: best.quote };
  return { verdict: "unsupported", quote: best.quote };
}

/** Single sentences first, then pairs of neighbours. */
function spansOf(text: string): string[] {
  const sentences = sentencesOf(text);
  const pairs = sentences
    .slice(1)
    .map((sentence, index) => text.slice(sentences[index]?.start ?? 0, sentence.end));
  return [...sentences.map((sentence) => sentence.text), ...pairs];
}

function hasNumbers(claim: string, source: string): boolean {
  const held = new Set((source.match(numbers) ?? []).map(plain));
  return (claim.match(numbers) ?? []).every((number) => held.has(plain(number)));
}

function plain(number: string): string {
  return number.replaceAll(",", "").replace(/\.0+$/, "");
}

function agrees(claim: string, source: string): boolean {
  const isNegated = (text: string) => (text.match(negations) ?? []).length > 0;
  if (isNegated(claim) !== isNegated(source)) return false;
  const turnsFreedomIntoDuty = duties.test(claim) && !duties.test(source) && freedoms.test(source);
  const turnsDutyIntoFreedom = freedoms.test(claim) && !freedoms.test(source) && duties.test(source);
  return !turnsFreedomIntoDuty && !turnsDutyIntoFreedom;
}
