import type { Caller } from "#server/kernel/context.ts";
import type { Evidence, FoundPassage } from "#engine/evidence.ts";
import type { PassageRef } from "#engine/index/vectors.ts";
import { defines, sectionsNamedIn, termsUsedIn } from "#engine/query/references.ts";
import { themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { isSearchAway } from "#server/knowledge/opensearch/distant-search.ts";
import { DeadlineError } from "#server/platform/deadline.ts";
import { loadPassages } from "../passage-store.ts";
import type { ComposedFrom } from "../recorded-question.ts";

type Opened = Pick<ComposedFrom, "theme" | "versions">;

/** Each is a search of a few milliseconds. A passage rarely names more than two parts. */
const mostNamed = 8;
/** A long section goes on; its beginning tells the model what it is about. */
const passagesOfSection = 3;
/** Passages looked at for a term's definition. */
const passagesOfTerm = 5;

/** A passage that another one names, by its section or by a term that it defines. */
export type NamedPassage = { by: Evidence; passage: FoundPassage };

/**
 * What the best passages refer to: sections and annexes by their number, in the same document or else in the theme, and
 * the definitions of their terms in the same document. A search that fails or takes too long adds nothing.
 */
export async function namedPassages(
  caller: Caller,
  { theme, versions }: Opened,
  best: Evidence[],
): Promise<NamedPassage[]> {
  const sections = best.flatMap((by) => sectionsNamedIn(by.text).map((name) => ({ by, name })));
  const terms = best.flatMap((by) => termsUsedIn(by.text).map((name) => ({ by, name })));
  const search = async (question: string, documents: ReadonlySet<number> | null, limit: number) => {
    try {
      return await themeIndexes.of(caller.services).call("search", { theme, question, documents, limit });
    } catch (error) {
      if (error instanceof DeadlineError || isSearchAway(error)) return null;
      throw error;
    }
  };
  const inSection = async (name: string, documents: ReadonlySet<number> | null) => {
    const found = await search(name, documents, passagesOfSection);
    // found by its number, and not by the words
    return found === null || found.topic !== "" ? [] : found.hits;
  };
  const bySection = first(sections).map(async ({ by, name }) => {
    const own = await inSection(name, new Set([by.versionId]));
    return (own.length > 0 ? own : await inSection(name, versions)).map((place) => ({
      by,
      place,
      term: null,
    }));
  });
  const byTerm = first(terms).map(async ({ by, name }) => {
    const found = await search(`“${name}” means`, new Set([by.versionId]), passagesOfTerm);
    return (found?.hits ?? []).map((place) => ({ by, place, term: name }));
  });
  const named = (await Promise.all([...bySection, ...byTerm])).flat();
  const loaded = await caller.transact((ctx) =>
    loadPassages(
      ctx,
      theme,
      named.map(({ place }) => place),
    ),
  );
  return named.flatMap(({ by, place, term }) => {
    const passage = loaded.find((item) => isAt(item, place));
    return passage === undefined || (term !== null && !defines(passage.text, term)) ? [] : [{ by, passage }];
  });
}

/** Each name of a document once, those of the best passages first. */
function first<Item extends { by: Evidence; name: string }>(items: Item[]): Item[] {
  const keyOf = ({ by, name }: Item) => `${by.versionId} ${name.toLowerCase()}`;
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()]
    .toReversed()
    .slice(0, mostNamed);
}

const isAt = ({ versionId, ordinal }: FoundPassage, { document, passage }: PassageRef) =>
  versionId === document && ordinal === passage;
