import { chanceOf } from "#engine/odds.ts";
import type { DescribedUnit } from "#engine/quote/answering-units.ts";
import { describeLead, LEAD_FEATURES } from "#engine/quote/lead-features.ts";
import { UNIT_FEATURES } from "#engine/quote/unit-features.ts";
import { dataAt } from "#testing/sets.ts";
import type { Evidence, Retrieved } from "#engine/evidence.ts";
import type { BenchOptions } from "../options.ts";
import { readThemes } from "./asked-set.ts";
import { choiceSets, describeFound, quotedAs, strangersTo } from "./choice-set.ts";
import { loadRuntime } from "#engine/models/onnx/runtime.ts";
import { openReader, readerFolder } from "#engine/models/reader/open-reader.ts";
import { passagesRead } from "#engine/models/reader/reading.ts";
import type { PassageReader } from "#engine/models/reader/reading.ts";
import { askerOver, withVectors } from "./retrieval/asker.ts";
import { dot, fitLogistic, fitWeights } from "./retrieval/listwise.ts";

type Unit = DescribedUnit<Evidence> & { isRight: boolean };
type Theme = Pick<Retrieved, "passages" | "unknownWords">;
/** `isStrange`: a question of another theme. */
type Asked = { theme: string; isAnswerable: boolean; isStrange: boolean; units: Unit[]; found: Theme };

const folds = 5;
/** As in the product (`server/answering/answers/retrieve.ts`). */
const passagesUsed = 10;
/** Few questions for many features: a tenth of it loses two leads of a hundred on other sets. */
const decay = 2e-2;
/** Shares of the right leads that lie below a threshold. */
const losses = [0.01, 0.05];
/** An answerable question with a wrong lead counts less against confidence than one that nothing answers. */
const wrongLead = 0.4;

/**
 * Fits the weights of `engine/quote/choice-weights.ts`, those of words alone and those with the reader. First each fifth of
 * the themes is asked with the weights of the others, and the figures printed: leads and first passages that are right, and
 * near misses below the threshold that keeps 99 or 95 of 100 right leads. Then all of them are fitted, the questions that
 * nobody read are asked, and the weights printed for that file.
 */
export async function run({ data: given }: BenchOptions): Promise<void> {
  const data = dataAt("", given);
  const reader = await openReader(readerFolder, loadRuntime());
  const described = async (half: Half) =>
    (await Promise.all(choiceSets.map((name) => describeSet(name, data, half, reader)))).flat();
  const [working, unread] = [await described("working"), await described("held-out")];
  for (const [title, figuresOf] of [
    ["words", withoutReader],
    ["words and reader", (asked: Asked) => asked],
  ] as const) {
    process.stdout.write(`\n# ${title}\n`);
    learn(working.map(figuresOf), unread.map(figuresOf));
  }
}

function learn(asked: readonly Asked[], unread: readonly Asked[]): void {
  const themes = [...new Set(asked.map(({ theme }) => theme))];
  const foldOf = new Map(themes.map((theme, place) => [theme, (place * 7) % folds]));
  const parts = Array.from({ length: folds }, (_, fold) => {
    const isHeld = ({ theme }: Asked) => foldOf.get(theme) === fold;
    const fitted = fit(asked.filter((question) => !isHeld(question)));
    return asked.filter(isHeld).map((question) => outcomeOf(question, fitted));
  });
  report("working, by fifths", parts.flat());
  const fitted = fit(asked);
  report(
    "unread",
    unread.map((question) => outcomeOf(question, fitted)),
  );
  const leads = asked.flatMap((question) => rightLead(outcomeOf(question, fitted)));
  print("units", UNIT_FEATURES, fitted.units);
  print("confidence", LEAD_FEATURES, fitted.confidence.weights);
  process.stdout.write(
    `bias: ${fitted.confidence.bias.toFixed(3)}, leastConfidence: ${losses.map((lost) => quantile(leads, lost).toFixed(3)).join(" or ")}\n`,
  );
}

type Half = "working" | "held-out";

async function describeSet(name: string, data: string, half: Half, reader: PassageReader): Promise<Asked[]> {
  const themes = await readThemes(`bench/quality/${name}`, { data, half });
  const all = themes.flatMap(({ questions }) => questions);
  const described: Asked[] = [];
  for (const { theme, documents, questions } of themes) {
    const known = documents.map((document) => ({
      ...document,
      ids: document.passages.map((_, at) => `${at}`),
    }));
    const search = askerOver(await withVectors(`${name} ${theme}`, known));
    const own = questions.length;
    for (const [place, { text, right }] of [...questions, ...strangersTo(theme, all)].entries()) {
      const found = await search(text, passagesUsed);
      const question = quotedAs(text, found);
      const readings = await reader.read(question, found.evidence.slice(0, passagesRead), Infinity);
      const units = describeFound(question, { ...found, readings }, right);
      if (units.length === 0) continue;
      described.push({
        theme,
        isAnswerable: right.length > 0,
        isStrange: place >= own,
        units,
        found,
      });
    }
  }
  return described;
}

const ofReader = UNIT_FEATURES.indexOf("readPassage");

const withoutReader = ({ units, ...asked }: Asked): Asked => ({
  ...asked,
  units: units.map((unit) => ({
    ...unit,
    features: unit.features.map((figure, place) => (place < ofReader ? figure : 0)),
  })),
});

type Fitted = { units: Float64Array; confidence: { weights: Float64Array; bias: number } };

function fit(asked: readonly Asked[]): Fitted {
  const examples = asked
    .filter(({ units }) => units.some(({ isRight }) => isRight))
    .map(({ units }) => ({
      rows: units.map(({ features }) => features),
      right: new Set(units.flatMap(({ isRight }, place) => (isRight ? [place] : []))),
      weight: 1,
    }));
  const weights = fitWeights(examples, UNIT_FEATURES.length, decay);
  const leads = asked.map((question) => leadOf(question, weights));
  const confidence = fitLogistic(
    leads.map(({ features, isRight, isAnswerable }) => ({
      row: features,
      right: isRight,
      weight: isAnswerable && !isRight ? wrongLead : 1,
    })),
  );
  return { units: weights, confidence };
}

function leadOf({ units, found, isAnswerable, isStrange }: Asked, weights: Float64Array) {
  const weighed = units.map((unit) => ({ ...unit, worth: dot(weights, unit.features) }));
  const lead = weighed.reduce((one, other) => (other.worth > one.worth ? other : one));
  const isFirst = weighed.some(({ evidence, isRight }) => evidence === lead.evidence && isRight);
  return {
    isAnswerable,
    isStrange,
    isRight: lead.isRight,
    isFirst,
    features: describeLead(lead, weighed, found),
  };
}

type Outcome = { isAnswerable: boolean; isStrange: boolean; isRight: boolean; isFirst: boolean; sum: number };

function outcomeOf(question: Asked, { units, confidence }: Fitted): Outcome {
  const { features, ...lead } = leadOf(question, units);
  return { ...lead, sum: confidence.bias + dot(confidence.weights, features) };
}

const rightLead = ({ isRight, sum }: Outcome) => (isRight ? [chanceOf(sum)] : []);

function report(title: string, outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const near = outcomes.filter(({ isAnswerable, isStrange }) => !isAnswerable && !isStrange);
  const strange = outcomes.filter(({ isStrange }) => isStrange);
  const count = (name: "isRight" | "isFirst") => answerable.filter((outcome) => outcome[name]).length;
  process.stdout.write(
    `${title}, ${answerable.length} answerable: lead right ${count("isRight")}, passage right ${count("isFirst")}\n`,
  );
  for (const lost of losses) {
    const threshold = quantile(outcomes.flatMap(rightLead), lost);
    const below = (some: readonly Outcome[]) =>
      `${some.filter(({ sum }) => chanceOf(sum) < threshold).length} of ${some.length}`;
    process.stdout.write(
      `  without a lead where ${lost * 100} % of right ones are lost: near misses ${below(near)}, strange ${below(strange)}, answerable ${below(answerable)}\n`,
    );
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * sorted.length)] ?? 0;
}

function print(title: string, names: readonly string[], weights: Float64Array): void {
  process.stdout.write(`\n${title}\n`);
  names.forEach((name, place) => process.stdout.write(`  ${name}: ${(weights[place] ?? 0).toFixed(3)},\n`));
}
