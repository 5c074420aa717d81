import { chanceOf } from "#engine/odds.ts";
import type { DescribedUnit } from "#engine/quote/answering-units.ts";
import { describeLead, LEAD_FEATURES } from "#engine/quote/lead-features.ts";
import { UNIT_FEATURES, type UnitFeature } from "#engine/quote/unit-features.ts";
import { dataAt } from "#testing/sets.ts";
import type { Encoder } from "#engine/models/encoder.ts";
import type { Evidence, Retrieved } from "#engine/evidence.ts";
import type { BenchOptions } from "../options.ts";
import { readThemes } from "./asked-set.ts";
import { choiceSets, describeFound, passagesUsed, quotedAs, strangersTo, withIds } from "./choice-set.ts";
import { loadRuntime } from "#engine/models/onnx/runtime.ts";
import { openReader, readerFolder } from "#engine/models/reader/open-reader.ts";
import { passagesRead, type PassageReader } from "#engine/models/reader/reading.ts";
import { askerOver, withVectors } from "./retrieval/asker.ts";
import { openChosenEncoder } from "./retrieval/vectors.ts";
import { dot, fitLogistic, fitWeights } from "./retrieval/listwise.ts";

type Unit = DescribedUnit<Evidence> & { isRight: boolean };
type Theme = Pick<Retrieved, "passages" | "unknownWords">;
/** `isStrange`: a question of another theme. */
type Asked = { theme: string; isAnswerable: boolean; isStrange: boolean; units: Unit[]; found: Theme };

const folds = 5;
/** Few questions for many features: with a fifth of it, two leads of a hundred are lost on other sets. */
const decay = 1e-2;
/** Shares of the right leads that lie below a threshold. */
const losses = [0.01, 0.05];
/** An answerable question with a wrong lead counts less against confidence than one that nothing answers. */
const wrongLead = 0.4;

/**
 * Fits the weights of `engine/quote/choice-weights.ts`: for words alone, with the nearness of units, and with the
 * reader. First each fifth of the themes is asked with the weights of the others, and the figures printed: leads and
 * first passages that are right, and near misses below the threshold that keeps 99 or 95 of 100 right leads. Then all of
 * them are fitted, the questions that nobody read are asked, and the table for that file is printed.
 */
export async function run({ data: given }: BenchOptions): Promise<void> {
  const data = dataAt("", given);
  const encoder = await openChosenEncoder();
  const reader = await openReader(readerFolder, loadRuntime());
  const described = async (by: Pick<Describing, "encoder" | "reader">) => {
    const of = async (half: Half) =>
      (await Promise.all(choiceSets.map((name) => describeSet(name, { data, half, ...by })))).flat();
    // one half after the other: both have the same documents to encode
    return { working: await of("working"), unread: await of("held-out") };
  };
  // without an encoder, passages come in another order
  const byWords = await described({ encoder: null, reader: null });
  const byMeaning = await described({ encoder, reader });
  const fitted = Object.entries(kinds).map(([kind, without]) => {
    process.stdout.write(`\n# ${kind}\n`);
    const { working, unread } = kind === "words" ? byWords : byMeaning;
    const figuresOf = (asked: Asked) => withoutFigures(asked, without);
    return learn(working.map(figuresOf), unread.map(figuresOf));
  });
  process.stdout.write(`\n// ${Object.keys(kinds).join(", ")}\n`);
  print(
    UNIT_FEATURES,
    fitted.map(({ units }) => units),
  );
  print(
    LEAD_FEATURES,
    fitted.map(({ confidence }) => confidence.weights),
  );
  print(
    ["bias"],
    fitted.map(({ confidence }) => [confidence.bias]),
  );
}

function learn(asked: readonly Asked[], unread: readonly Asked[]): Fitted {
  const themes = [...new Set(asked.map(({ theme }) => theme))];
  const foldOf = new Map(themes.map((theme, index) => [theme, (index * 7) % folds]));
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
  const least = losses.map((lost) => quantile(leads, lost).toFixed(3));
  process.stdout.write(`leastConfidence: ${least.join(" or ")}\n`);
  return fitted;
}

type Half = "working" | "held-out";

type Describing = { data: string; half: Half; reader: PassageReader | null; encoder: Encoder | null };

async function describeSet(name: string, { data, half, reader, encoder }: Describing): Promise<Asked[]> {
  const themes = await readThemes(`bench/quality/${name}`, { data, half });
  const all = themes.flatMap(({ questions }) => questions);
  const described: Asked[] = [];
  for (const { theme, documents, questions } of themes) {
    const corpus = await withVectors(`${name} ${theme}`, documents.map(withIds), encoder);
    const search = askerOver(corpus, { near: true });
    const own = questions.length;
    for (const [place, { text, right }] of [...questions, ...strangersTo(theme, all)].entries()) {
      const found = await search(text, passagesUsed);
      const question = quotedAs(text, found);
      const readings = await reader?.read(question, found.evidence.slice(0, passagesRead), Infinity);
      const units = describeFound(question, { ...found, readings: readings ?? null }, right);
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

/**
 * The figures that each kind of weights does without. With the reader and nearness, more leads are right on documents like
 * those that the weights are learned from, and fewer on others.
 */
const ofReader: UnitFeature[] = ["readPassage", "readUnit", "unread"];
const kinds: Record<string, UnitFeature[]> = {
  words: ["near", ...ofReader],
  near: ofReader,
  read: ["near"],
};

function withoutFigures({ units, ...asked }: Asked, without: readonly UnitFeature[]): Asked {
  const isLeft = UNIT_FEATURES.map((name) => !without.includes(name));
  return {
    ...asked,
    units: units.map((unit) => ({
      ...unit,
      features: unit.features.map((figure, index) => (isLeft[index] ? figure : 0)),
    })),
  };
}

type Fitted = { units: Float64Array; confidence: { weights: Float64Array; bias: number } };

function fit(asked: readonly Asked[]): Fitted {
  const examples = asked
    .filter(({ units }) => units.some(({ isRight }) => isRight))
    .map(({ units }) => ({
      rows: units.map(({ features }) => features),
      right: new Set(units.flatMap(({ isRight }, index) => (isRight ? [index] : []))),
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
    rightRank: Math.min(...units.flatMap((unit) => (unit.isRight ? [unit.evidence.rank] : []))),
    features: describeLead(lead, weighed, found),
  };
}

/** `rightRank`: of the best passage with right words, from 1; infinite if none is among those weighed. */
type Outcome = Pick<
  ReturnType<typeof leadOf>,
  "isAnswerable" | "isStrange" | "isRight" | "isFirst" | "rightRank"
> & {
  sum: number;
};

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
  const wrong = answerable.filter(({ isRight }) => !isRight);
  const misses = {
    "other words of its passage": wrong.filter(({ isFirst }) => isFirst),
    "its passage was read": wrong.filter(({ isFirst, rightRank }) => !isFirst && rightRank <= passagesRead),
    "its passage was weighed": wrong.filter(
      ({ isFirst, rightRank }) => !isFirst && rightRank > passagesRead && rightRank <= passagesUsed,
    ),
    "its passage was not found": wrong.filter(({ rightRank }) => rightRank > passagesUsed),
  };
  process.stdout.write(
    `  wrong leads: ${Object.entries(misses)
      .map(([name, of]) => `${name} ${of.length}`)
      .join(", ")}\n`,
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

/** A row for each figure, with its weight of each kind. */
function print(names: readonly string[], weights: readonly ArrayLike<number>[]): void {
  for (const [place, name] of names.entries()) {
    const row = weights.map((of) => (of[place] ?? 0).toFixed(3).replace(/\.?0+$/, ""));
    process.stdout.write(`  ${name}: [${row.join(", ")}],\n`);
  }
}
