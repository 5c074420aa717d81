import { setImmediate } from "node:timers/promises";
import type { CheckedClaim, CitedSource } from "../draft.ts";
import type { Evidence } from "../evidence.ts";
import { sentencesOf } from "../sentences.ts";
import { compare } from "./compare.ts";

const marks = /\[(\d{1,3})\]/g;

/**
 * Checks a model's answer sentence by sentence against the passages it cites. Marks that name no passage that was sent
 * are taken out. What disagreement.ts names must agree exactly, and a sentence of the passage must state it (statement.ts);
 * the rest by overlap with the best matching sentence.
 */
export async function checkAnswer(
  answer: string,
  evidence: Evidence[],
): Promise<{ text: string; sources: CitedSource[]; claims: CheckedClaim[] }> {
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
    const checked: ({ item: Evidence } & ReturnType<typeof compare>)[] = [];
    for (const item of cited) {
      // a long passage takes milliseconds, and calls of others wait
      await setImmediate();
      checked.push({ item, ...compare(bare, item) });
    }
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

/** 'Yes.' and 'Generally no.' say nothing without the sentence that follows. */
const bareVerdict = /^(?:\p{L}+,? )?(?:yes|no)[.,:]$/iu;

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
    if (previous !== undefined && bareVerdict.test(previous.raw.trim())) {
      previous.raw += ` ${sentence.text}`;
      previous.end = sentence.end;
      continue;
    }
    units.push({ raw: sentence.text, start: sentence.start, end: sentence.end });
  }
  return units;
}
