import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import { checkAnswer } from "./claims.ts";
import { confirm, uncertainIn } from "./second-look.ts";

const text =
  "A customer may return an unopened product within 30 days of delivery, unless it was made to order.";
const open = "Anybody may hand an unopened item back within 30 days of delivery [1].";
const checked = checkAnswer(open, [evidenceOf(text)]);
const verdictAfter = (reply: string) => confirm(checked, reply).claims.map(({ verdict }) => verdict);

test("asks the model only about sentences left open", () => {
  expect(uncertainIn(checked)).toHaveLength(1);
  expect(uncertainIn(checkAnswer(`${text} [1]`, [evidenceOf(text)]))).toEqual([]);
  expect(
    uncertainIn(checkAnswer(text.replace("30", "60").replace(",", " [1],"), [evidenceOf(text)])),
  ).toEqual([]);
});

test("confirms a sentence by words of the passage and quotes them", () => {
  const quote = "A customer may return an unopened product within 30 days of delivery";
  const { claims, sources } = confirm(checked, `1: “${quote}”`);
  expect(claims.map(({ verdict }) => verdict)).toEqual(["supported"]);
  expect(sources.find(({ marker }) => marker === claims[0]?.markers[0])?.quote).toBe(quote);
});

test("confirms nothing by words that are too few or not in the passage", () => {
  expect(verdictAfter("1: Anybody may hand an unopened item back")).toEqual(["open"]);
  expect(verdictAfter("1: within 30 days")).toEqual(["open"]);
  expect(verdictAfter("Sure!")).toEqual(["open"]);
});

test("overrules the model when the words disagree", () => {
  const sixty = checkAnswer("Anybody may hand an opened item back within 30 weeks of delivery [1].", [
    evidenceOf(text),
  ]);
  const reply = "1: A customer may return an unopened product within 30 days of delivery";
  expect(confirm(sixty, reply).claims.map(({ verdict }) => verdict)).not.toContain("supported");
});

test("removes a sentence that the model denies or that its quote contradicts", () => {
  expect(verdictAfter("1: no")).toEqual(["unsupported"]);
  expect(verdictAfter("1: otherwise: unless it was made to order")).toEqual(["contradicted"]);
  expect(verdictAfter("1: otherwise: words that nobody wrote there")).toEqual(["open"]);
});
