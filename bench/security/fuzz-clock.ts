import { checkAnswer } from "#engine/verify/claims.ts";
import { standAlone } from "#engine/query/follow-up.ts";
import { planQuestion } from "#engine/query/question-plan.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import { buildSegment } from "#engine/index/segment.ts";
import { randomFrom } from "#seed/demo/random.ts";
import { evidenceOf } from "#testing/evidence.ts";
import { maximumQuestion } from "#contract/answering/answers.ts";
import { numberedPolicy } from "#testing/numbered-policy.ts";
import { percentile } from "../quality/retrieval/metrics.ts";

const rounds = 10_000;
const longestPassage = 1_200;
const longestAnswer = 8_000;

const seeds = [
  "What is the difference between a sentinel node and a lymph node, and when must it be reported?",
  "Hi team, I moved to Ohio, which form do I need? Thanks a lot!",
  "compare A with B versus C and how much does it cost per 1,000 units?",
  "what compare a and b ~~~~ z\nwhat is the rule of c?",
  "The fee is € 25.00 within thirty (30) business days [1], unless otherwise agreed [2, 3].",
  "Product\tUnopened\tOpened\nLaptop\t30 days\t15 days\n• (a) no refund; (b) 50 %",
  "Acme Inc. and its subsidiaries (“Acme,” “we” or the “Company”) must not disclose §§ 4.2.1, 4.2.2 …",
  "Refunds ........ 12\nWarranty ........ 13\n- item one;\n- item two, and\n- item three.",
];

export type ClockRow = { rounds: number; slowestMs: number; p99Ms: number; slowest: string };

/** Long and repetitive questions, passages and answers, through all code that reads them; prints the time of each. */
export function fuzzWithClock(): ClockRow {
  const random = randomFrom(20_261_123);
  const index = createThemeIndex();
  const passages = numberedPolicy(30).split("\n\n");
  index.add(
    1,
    buildSegment({ title: "Rules.txt", passages: passages.map((text) => ({ text, section: "" })) }),
  );
  const times: number[] = [];
  let slowest = { ms: 0, input: "" };
  for (let n = 0; n < rounds; n++) {
    const question = mutated(random, maximumQuestion);
    const passage = mutated(random, longestPassage);
    const answer = n % 4 === 0 ? `${mutated(random, longestAnswer)} [1]` : mutated(random, 1_000);
    const started = performance.now();
    standAlone(question, seeds[n % seeds.length] ?? null);
    const { quotedFor } = planQuestion({ question, readAs: [] });
    const found = index.search(question, { limit: 50 });
    const evidence = [evidenceOf(passage), evidenceOf(passages[n % passages.length] ?? "")];
    answerExtractively(quotedFor, { ...found, evidence }, []);
    checkAnswer({ written: answer, question: quotedFor, evidence });
    const ms = performance.now() - started;
    times.push(ms);
    if (ms > slowest.ms) slowest = { ms, input: question.slice(0, 80) };
  }
  return {
    rounds,
    slowestMs: Number(slowest.ms.toFixed(1)),
    p99Ms: Number(percentile(times, 0.99).toFixed(1)),
    slowest: slowest.input,
  };
}

/** A text of up to `longest` characters: pieces of real ones, repeated, interrupted by runs of one character. */
function mutated(random: () => number, longest: number): string {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const target = Math.floor(random() ** 0.5 * longest);
  let text = "";
  while (text.length < target) {
    const seed = pick(seeds);
    const start = Math.floor(random() * seed.length);
    const piece = seed.slice(start, start + 1 + Math.floor(random() * 24));
    const times = random() < 0.3 ? Math.floor(random() * 200) : 1;
    text += random() < 0.2 ? pick([..." .,;:~\t\n-–(\"'0A1a?!&|•"]).repeat(times * 4) : piece.repeat(times);
  }
  return text.slice(0, longest);
}
