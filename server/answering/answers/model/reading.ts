import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import { isSamePassage, type Evidence, type FoundPassage } from "#engine/evidence.ts";
import { modelAccess } from "#server/models/llm/models.ts";
import { mostTokens } from "#server/models/llm/tokens.ts";
import { loadPassages, loadVersions, sizeOfTheme } from "../passage-store.ts";
import { namedPassages, type NamedPassage } from "./named-passages.ts";
import type { ComposedFrom } from "../recorded-question.ts";
import type { RetrievedWithMore } from "../retrieve.ts";

/**
 * Passage tokens in one prompt, by the meter's upper bound: about 10,000 as providers count them, or fifty passages.
 */
const mostRead = 16_000;
/** However slowly a model reads, it gets a few passages: about three. */
const leastRead = 1_000;
/** Minimum context of a model in no catalog: the default of common model servers. */
const leastContext = 8_192;
/** Reserved for rules, history, question and the answer. */
const reserved = 4_000;
/**
 * Number of best passages that are read with the passages before and after them: the text they refer back to, or continue
 * in.
 */
const withNeighbors = 10;
/** English words make about 1.3 tokens, 2.4 by the meter's upper bound. */
const tokensOfWord = 2.4;

/**
 * The passages that a model reads for a question: the whole theme if it fits the model's context, else the best passages
 * with their neighbors and the sections and definitions that they name. In reading order, document by document, each numbered by its `rank`: a whole theme has the same
 * numbers for every question, otherwise the document of the best passage comes first. A model measured to read slowly
 * gets fewer.
 * @param most tokens of passages, after a longer prompt was refused
 */
export async function readingFor(
  caller: Caller,
  opened: Opened,
  key: UsableKey,
  found: Pick<RetrievedWithMore, "evidence" | "further">,
  most: number | null,
): Promise<Evidence[]> {
  const { purpose, guiding_instructions: instructions } = opened.theme;
  const taken = reserved + mostTokens(`${purpose}\n${instructions}`);
  const measured = modelAccess.of(caller.services).readingRoom(key);
  const room = Math.min(
    most ?? mostRead,
    (key.profile.contextTokens ?? leastContext) - taken,
    measured === null ? mostRead : Math.max(leastRead, measured - taken),
  );
  const ranked = [...found.evidence, ...found.further];
  const passages =
    (await wholeTheme(caller, opened, room)) ?? (await bestOf(caller, opened, { ranked, room }));
  return passages.map((item, index) => ({ ...scored(item, ranked), rank: index + 1 }));
}

/** null if it is too long. */
function wholeTheme(
  caller: Caller,
  { theme, versions }: Opened,
  room: number,
): Promise<FoundPassage[] | null> {
  return caller.transact(async (ctx) => {
    const size = await sizeOfTheme(ctx, theme, versions);
    if (size === null || size.versions.length === 0 || size.words * tokensOfWord > room) return null;
    const whole = await loadVersions(ctx, theme, size.versions);
    return sizeOfPassages(whole) <= room ? whole : null;
  });
}

async function bestOf(
  caller: Caller,
  opened: Opened,
  { ranked, room }: { ranked: Evidence[]; room: number },
): Promise<FoundPassage[]> {
  const best = ranked.slice(0, withNeighbors);
  const named = await namedPassages(caller, opened, best);
  const neighbors = await caller.transact((ctx) => loadPassages(ctx, opened.theme, neighborsOf(best)));
  return inReadingOrder(within(room, ranked, { neighbors, named }), ranked);
}

/** Their tokens, by the meter's upper bound. */
export function sizeOfPassages(passages: FoundPassage[]): number {
  return passages.reduce((sum, item) => sum + sizeOf(item), 0);
}

type Opened = Pick<ComposedFrom, "theme" | "versions">;

const sizeOf = ({ text, section }: FoundPassage) => mostTokens(`${section}\n${text}`);

/** The positions before and after, whether or not a passage exists there. */
function neighborsOf(best: Evidence[]) {
  return best.flatMap(({ versionId, ordinal }) =>
    [ordinal - 1, ordinal + 1].map((passage) => ({ document: versionId, passage })),
  );
}

/** Each of the best with what it names and its neighbors, best first, as far as they fit. The very best is always included. */
function within(
  room: number,
  ranked: Evidence[],
  { neighbors, named }: { neighbors: FoundPassage[]; named: NamedPassage[] },
): FoundPassage[] {
  const chosen: FoundPassage[] = [];
  let left = room;
  for (const best of ranked) {
    const near = neighbors.filter(
      (item) => item.versionId === best.versionId && Math.abs(item.ordinal - best.ordinal) === 1,
    );
    const own = named.filter(({ by }) => isSamePassage(by, best)).map(({ passage }) => passage);
    for (const item of [best, ...own, ...near]) {
      if (chosen.some((other) => isSamePassage(other, item))) continue;
      if (chosen.length > 0 && sizeOf(item) > left) continue;
      chosen.push(item);
      left -= sizeOf(item);
    }
  }
  return chosen;
}

function inReadingOrder(passages: FoundPassage[], ranked: Evidence[]): FoundPassage[] {
  const placeOf = new Map<number, number>();
  for (const { versionId } of ranked) if (!placeOf.has(versionId)) placeOf.set(versionId, placeOf.size);
  const place = ({ versionId }: FoundPassage) => placeOf.get(versionId) ?? placeOf.size;
  return passages.toSorted((one, other) => place(one) - place(other) || one.ordinal - other.ordinal);
}

/** Passages not found by retrieval have no score. */
function scored(item: FoundPassage, ranked: Evidence[]): Evidence {
  const hit = ranked.find((other) => isSamePassage(other, item));
  return hit ?? { ...item, score: 0, coverage: 0, proximity: 0, named: 0, rank: 0 };
}
