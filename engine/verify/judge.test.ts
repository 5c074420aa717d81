import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import { checkAnswer } from "./claims.ts";
import { judgedBy, judgeQuestions } from "./judge.ts";
import type { JudgeQuestion } from "./judge.ts";

const text =
  "A customer may return an unopened product within 30 days of delivery, unless it was made to order. Returns are free of charge.";
const evidence = [evidenceOf(text)];
const question = "Can I send it back?";
const open = "Anybody may hand an unopened item back within 30 days of delivery [1].";
const stated = "Returns are free of charge [1].";

/** The answer after a judge who replies to each question as told. */
function judged(written: string, reply: (asked: JudgeQuestion) => string, seed = 7, asking = question) {
  const checked = checkAnswer({ written, question: asking, evidence });
  const lines = judgeQuestions(checked, seed).map((asked) => `${asked.number}: ${reply(asked)}`);
  return judgedBy(checked, { reply: lines.join("\n"), question: asking, seed });
}
const verdicts = (...of: Parameters<typeof judged>) => judged(...of).claims.map(({ verdict }) => verdict);

const says = (holds: string, fails: string) => (asked: JudgeQuestion) =>
  asked.asks === "holds" ? holds : fails;

test("asks two questions about each sentence that words do not contradict, in an order of its own", () => {
  const checked = checkAnswer({
    written: `${open} ${stated} A customer may return an unopened product within 60 days of delivery [1].`,
    question,
    evidence,
  });
  expect(checked.claims.map(({ verdict }) => verdict)).toEqual(["open", "supported", "contradicted"]);
  const asked = judgeQuestions(checked, 7);
  expect(asked.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(asked.map(({ asks, sentence }) => `${asks} ${sentence}`).toSorted()).toEqual(
    ["fails", "holds"].flatMap((asks) =>
      [open, stated].map((sentence) => `${asks} ${sentence.replace(" [1]", "")}`),
    ),
  );
  expect(judgeQuestions(checked, 7)).toEqual(asked);
  const orders = Array.from({ length: 20 }, (_, seed) =>
    judgeQuestions(checked, seed)
      .map(({ asks }) => asks)
      .join(),
  );
  expect(new Set(orders).size).toBeGreaterThan(2);
});

test("supports a sentence that holds and does not fail", () => {
  expect(verdicts(`${open} ${stated}`, says("yes", "no"))).toEqual(["supported", "supported"]);
});

test("learns nothing from a judge who says the same to everything, or says nothing", () => {
  for (const same of ["yes", "no", "Sure!", "I cannot judge this."])
    expect(verdicts(`${open} ${stated}`, () => same)).toEqual(["open", "supported"]);
});

test("ignores a judge most of whose replies cancel each other", () => {
  const reply = (asked: JudgeQuestion) =>
    asked.sentence.startsWith("Anybody") && asked.asks === "fails" ? "no" : "yes";
  expect(verdicts(`${open} ${stated} Returns cost nothing [1].`, reply)[0]).toBe("open");
});

test("does not support figures, units or names that the source lacks, whoever says so", () => {
  for (const untrue of [open.replace("30 days", "30 weeks"), open.replace("item", "item in Texas")])
    expect(verdicts(untrue, says("yes", "no"))).not.toContain("supported");
});

test("supports and labels a rule applied to a figure of the question", () => {
  const applied = "After 12 days, you have 18 days left to hand the unopened product back [1].";
  const asking = "I got it 12 days ago. Can I send it back?";
  expect(judged(applied, says("yes", "no"), 7, asking).claims).toMatchObject([
    { verdict: "supported", isApplied: true },
  ]);
  expect(verdicts(applied.replace("18", "19"), says("yes", "no"), 7, asking)).not.toContain("supported");
});

test("removes a sentence that is not said or that words of its source contradict", () => {
  expect(verdicts(open, says("no", "yes, not said"))).toEqual(["unsupported"]);
  const { claims, sources } = judged(stated, says("no", "yes, contradicts: “made to order”"));
  expect(claims).toMatchObject([{ verdict: "contradicted" }]);
  expect(sources.find(({ marker }) => marker === claims[0]?.markers[0])?.quote).toBe("made to order");
});

test("does not remove what words confirm without words that say otherwise", () => {
  expect(verdicts(stated, says("no", "yes, contradicts: words that nobody wrote there"))).toEqual(["open"]);
  expect(verdicts(stated, says("no", "yes"))).toEqual(["open"]);
});

test("shows the condition that a sentence leaves out", () => {
  const { claims } = judged(stated, says("no", "yes, condition: unless it was made to order"));
  expect(claims).toMatchObject([{ verdict: "open", condition: "unless it was made to order" }]);
});

test("does not support a sentence by the row of another label", () => {
  const table = evidenceOf("State\tFee\tDays\nTexas\t$20\t14\nOhio\t$35\t10");
  const verdictBy = (row: string) => {
    const written = `The fee is $20 there. [1]\n> ${row}`;
    const checked = checkAnswer({ written, question: "What is the fee in Texas?", evidence: [table] });
    const reply = judgeQuestions(checked, 3)
      .map(({ number, asks }) => `${number}: ${asks === "holds" ? "yes" : "no"}`)
      .join("\n");
    const asking = row.startsWith("Texas") ? "What is the fee in Texas?" : "What is the fee in Maine?";
    return judgedBy(checked, { reply, question: asking, seed: 3 }).claims[0]?.verdict;
  };
  expect(verdictBy("Texas\t$20\t14")).toBe("supported");
  expect(verdictBy("Ohio\t$35\t10")).not.toBe("supported");
});
