import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import { checkAnswer, type CheckedAnswer } from "./claims.ts";
import { judgedBy, judgeParts, type JudgeQuestion } from "./judge.ts";

const text =
  "A customer may return an unopened product within 30 days of delivery, unless it was made to order. Returns are free of charge.";
const evidence = [evidenceOf(text)];
const question = "Can I send it back?";
const open = "Anybody may hand an unopened item back within 30 days of delivery [1].";
const stated = "Returns are free of charge [1].";

type Reply = (asked: JudgeQuestion, isControl: boolean) => string;

/** The judgement of a judge who replies to each question as told. */
function judgement(written: string, reply: Reply, seed = 7, asking = question, from = evidence) {
  const checked = checkAnswer({ written, question: asking, evidence: from });
  const isControl = (sentence: string) => !written.includes(sentence.slice(0, -1));
  const parts = judgeParts(checked, seed);
  const replies = parts.map(({ questions }) =>
    questions.map((asked) => `${asked.number}: ${reply(asked, isControl(asked.sentence))}`).join("\n"),
  );
  return judgedBy(checked, { parts, replies, question: asking });
}
const questionsTo = (checked: CheckedAnswer, seed: number) =>
  judgeParts(checked, seed).flatMap(({ questions }) => questions);
const judged = (...of: Parameters<typeof judgement>) => judgement(...of).checked;
const verdicts = (...of: Parameters<typeof judgement>) => judged(...of).claims.map(({ verdict }) => verdict);

/** Replies about the sentences of the answer; controls are judged by whether the passage has them. */
const says =
  (holds: string, fails: string): Reply =>
  ({ asks, sentence }, isControl) => {
    if (isControl) return text.includes(sentence) === (asks === "holds") ? "yes" : "no";
    return asks === "holds" ? holds : fails;
  };
const approves: Reply = ({ asks }) => (asks === "holds" ? "yes" : "no");

test("asks two questions about each sentence that words do not contradict, in an order of its own", () => {
  const checked = checkAnswer({
    written: `${open} ${stated} A customer may return an unopened product within 60 days of delivery [1].`,
    question,
    evidence,
  });
  expect(checked.claims.map(({ verdict }) => verdict)).toEqual(["open", "supported", "contradicted"]);
  const asked = questionsTo(checked, 7);
  const own = asked.filter(({ sentence }) =>
    [open, stated].some((written) => written.includes(sentence.slice(0, -1))),
  );
  expect(asked.map(({ number }) => number)).toEqual(asked.map((_, index) => index + 1));
  expect(own.map(({ asks, sentence }) => `${asks} ${sentence}`).toSorted()).toEqual(
    expect.arrayContaining(
      ["fails", "holds"].flatMap((asks) =>
        [open, stated].map((sentence) => `${asks} ${sentence.replace(" [1]", "")}`),
      ),
    ),
  );
  expect(questionsTo(checked, 7)).toEqual(asked);
  const orders = Array.from({ length: 20 }, (_, seed) =>
    questionsTo(checked, seed)
      .map(({ asks }) => asks)
      .join(),
  );
  expect(new Set(orders).size).toBeGreaterThan(2);
});

test("mixes in sentences whose truth is known: one of the passage, and two with another number or negation", () => {
  const asked = questionsTo(checkAnswer({ written: open, question, evidence }), 7);
  const controls = [...new Set(asked.map(({ sentence }) => sentence))].filter(
    (one) => !open.includes(one.slice(0, -1)),
  );
  expect(controls.toSorted()).toEqual([
    "A customer may not return an unopened product within 30 days of delivery, unless it was made to order.",
    "A customer may return an unopened product within 30 days of delivery, unless it was made to order.",
    "A customer may return an unopened product within 61 days of delivery, unless it was made to order.",
  ]);
});

test("does not hear a judge who approves of everything, or is wrong about one sentence of known truth", () => {
  expect(judgement(`${open} ${stated}`, approves)).toMatchObject({ outcome: "unreliable" });
  expect(verdicts(`${open} ${stated}`, approves)).toEqual(["open", "supported"]);
  const refuses: Reply = ({ asks }) => (asks === "holds" ? "no" : "yes, not said");
  expect(verdicts(open, refuses)).toEqual(["open"]);
  const overlooks: Reply = (asked, isControl) =>
    asked.sentence.includes("61") ? approves(asked, isControl) : says("yes", "no")(asked, isControl);
  expect(verdicts(open, overlooks)).toEqual(["open"]);
});

test("a judge of whom nothing is known confirms nothing, but may convict", () => {
  const list = [evidenceOf("Gebühr\tKlasse\tfrei\nTexas\tA\tja")];
  const written = "Texas is free of charge. [1]\n> Texas\tA\tja";
  expect(questionsTo(checkAnswer({ written, question, evidence: list }), 7)).toHaveLength(2);
  expect(verdicts(written, approves, 7, question, list)).toEqual(["open"]);
  const fails: Reply = ({ asks }) => (asks === "holds" ? "no" : "yes, not said");
  expect(verdicts(written, fails, 7, question, list)).toEqual(["unsupported"]);
});

test("judges sixty and a hundred sentences in parts; those of a part without a reply stay open", () => {
  for (const count of [60, 100]) {
    const written = Array<string>(count).fill(open).join(" ");
    const checked = checkAnswer({ written, question, evidence });
    const parts = judgeParts(checked, 7);
    expect(parts).toHaveLength(Math.ceil(count / 24));
    for (const { questions } of parts) expect(questions.length).toBeLessThanOrEqual(2 * 27);
    expect(verdicts(written, says("yes", "no"))).toEqual(Array(count).fill("supported"));
    const replies = parts.map(({ questions }) =>
      questions
        .map(
          (asked) =>
            `${asked.number}: ${says("yes", "no")(asked, !open.includes(asked.sentence.slice(0, -1)))}`,
        )
        .join("\n"),
    );
    const late = judgedBy(checked, { parts, replies: [null, ...replies.slice(1)], question }).checked.claims;
    expect(late.map(({ verdict }) => verdict)).toEqual([
      ...Array<string>(24).fill("open"),
      ...Array<string>(count - 24).fill("supported"),
    ]);
  }
});

test("supports no sentence that may have been cut off, whoever says so", () => {
  expect(
    verdicts("Anybody may hand an unopened item back within 30 days of delivery [1]", says("yes", "no")),
  ).toEqual(["open"]);
});

test("supports a sentence that holds and does not fail", () => {
  expect(verdicts(`${open} ${stated}`, says("yes", "no"))).toEqual(["supported", "supported"]);
});

test("learns nothing from a judge who says the same to everything, or says nothing", () => {
  for (const same of ["yes", "no", "Sure!", "I cannot judge this."])
    expect(verdicts(`${open} ${stated}`, () => same)).toEqual(["open", "supported"]);
});

test("ignores a judge most of whose replies cancel each other", () => {
  const reply: Reply = (asked, isControl) => {
    if (isControl) return says("yes", "no")(asked, isControl);
    return asked.sentence.startsWith("Anybody") && asked.asks === "fails" ? "no" : "yes";
  };
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
  const table = [evidenceOf("State\tFee\tDays\nTexas\t$20\t14\nOhio\t$35\t10")];
  const verdictBy = (row: string, asking: string) =>
    verdicts(
      `The fee is $20 there. [1]\n> ${row}`,
      ({ asks }, isControl) => ((asks === "holds") === isControl ? "no" : "yes"),
      3,
      asking,
      table,
    )[0];
  expect(verdictBy("Texas\t$20\t14", "What is the fee in Texas?")).toBe("supported");
  expect(verdictBy("Ohio\t$35\t10", "What is the fee in Maine?")).not.toBe("supported");
});
