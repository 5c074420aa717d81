import { chanceOf } from "#engine/odds.ts";
import type { DescribedUnit } from "#engine/quote/answering-units.ts";
import { describeLead, LEAD_FEATURES } from "#engine/quote/lead-features.ts";
import { UNIT_FEATURES } from "#engine/quote/unit-features.ts";
import { dataAt } from "#testing/sets.ts";
import type { Evidence, Retrieved } from "#engine/evidence.ts";
import type { BenchOptions } from "../options.ts";
import { searchOver } from "./ask-engine.ts";
import { readThemes } from "./asked-set.ts";
import { choiceSets, describeQuestion, strangersTo } from "./choice-set.ts";
import { dot, fitLogistic, fitWeights } from "./retrieval/listwise.ts";

type Unit = DescribedUnit<Evidence> & { isRight: boolean };
type Theme = Pick<Retrieved, "passages" | "unknownWords">;
type Asked = { theme: string; isAnswerable: boolean; units: Unit[]; found: Theme };

const folds = 5;
/** Few questions for many features: a tenth of it loses two leads of a hundred on other sets. */
const decay = 2e-2;
/** Share of the right leads that lie below the threshold. */
const lost = 0.05;
/** An answerable question with a wrong lead counts less against confidence than one that nothing answers. */
const wrongLead = 0.4;

/**
 * Fits the weights of `engine/quote/choice-weights.ts`. First each fifth of the themes is asked with the weights of the
 * others, and the figures printed: leads and first passages that are right, and near misses below the threshold that keeps
 * 95 of 100 right leads. Then all of them are fitted, and the weights printed for that file.
 */
export async function run({ data: given }: BenchOptions): Promise<void> {
  const data = dataAt("", given);
  const asked = (await Promise.all(choiceSets.map((name) => describeSet(name, data)))).flat();
  const themes = [...new Set(asked.map(({ theme }) => theme))];
  const foldOf = new Map(themes.map((theme, place) => [theme, (place * 7) % folds]));
  const parts = Array.from({ length: folds }, (_, fold) => {
    const isHeld = ({ theme }: Asked) => foldOf.get(theme) === fold;
    const fitted = fit(asked.filter((question) => !isHeld(question)));
    return asked.filter(isHeld).map((question) => outcomeOf(question, fitted));
  });
  report(parts.flat());
  const fitted = fit(asked);
  const leads = asked.flatMap((question) => rightLead(outcomeOf(question, fitted)));
  print("UNIT_WEIGHTS", UNIT_FEATURES, fitted.units);
  process.stdout.write(`\nCONFIDENCE_BIAS = ${fitted.confidence.bias.toFixed(3)}\n`);
  print("CONFIDENCE_WEIGHTS", LEAD_FEATURES, fitted.confidence.weights);
  process.stdout.write(`\nleastConfidence = ${quantile(leads, lost).toFixed(3)}\n`);
}

/** Only working questions take part. */
async function describeSet(name: string, data: string): Promise<Asked[]> {
  const themes = await readThemes(`bench/quality/${name}`, { data, half: "working" });
  const all = themes.flatMap(({ questions }) => questions);
  return themes.flatMap(({ theme, documents, questions }) => {
    const search = searchOver(documents);
    return [...questions, ...strangersTo(theme, all)].flatMap(({ text, right }) => {
      const found = search(text);
      const { units } = describeQuestion(text, found, right);
      return units.length === 0 ? [] : [{ theme, isAnswerable: right.length > 0, units, found }];
    });
  });
}

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

function leadOf({ units, found, isAnswerable }: Asked, weights: Float64Array) {
  const weighed = units.map((unit) => ({ ...unit, worth: dot(weights, unit.features) }));
  const lead = weighed.reduce((one, other) => (other.worth > one.worth ? other : one));
  const isFirst = weighed.some(({ evidence, isRight }) => evidence === lead.evidence && isRight);
  return { isAnswerable, isRight: lead.isRight, isFirst, features: describeLead(lead, weighed, found) };
}

type Outcome = { isAnswerable: boolean; isRight: boolean; isFirst: boolean; sum: number };

function outcomeOf(question: Asked, { units, confidence }: Fitted): Outcome {
  const { features, ...lead } = leadOf(question, units);
  return { ...lead, sum: confidence.bias + dot(confidence.weights, features) };
}

const rightLead = ({ isRight, sum }: Outcome) => (isRight ? [chanceOf(sum)] : []);

function report(outcomes: readonly Outcome[]): void {
  const answerable = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const others = outcomes.filter(({ isAnswerable }) => !isAnswerable);
  const threshold = quantile(outcomes.flatMap(rightLead), lost);
  const below = (some: readonly Outcome[]) => some.filter(({ sum }) => chanceOf(sum) < threshold).length;
  const count = (name: "isRight" | "isFirst") => answerable.filter((outcome) => outcome[name]).length;
  process.stdout.write(
    `of ${answerable.length} answerable: lead right ${count("isRight")}, passage right ${count("isFirst")}; without a lead at ${threshold.toFixed(2)}: ${below(others)} of ${others.length} others, ${below(answerable)} answerable\n`,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * sorted.length)] ?? 0;
}

function print(title: string, names: readonly string[], weights: Float64Array): void {
  process.stdout.write(`\n${title}\n`);
  names.forEach((name, place) => process.stdout.write(`  ${name}: ${(weights[place] ?? 0).toFixed(3)},\n`));
}
