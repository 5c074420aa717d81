import { at } from "#engine/arrays.ts";
import { sectionPart, sequence, textPart } from "#engine/index/theme-store.ts";
import type { StoredDocument } from "#engine/index/theme-store.ts";
import type { AskedSection } from "#engine/query/section-question.ts";
import { termsIn } from "#engine/text/analyze.ts";

/** A passage of the part: whether it belongs to the part itself or to one of its own parts, and is under its heading. */
export type SectionHit = { document: StoredDocument; passage: number; isWhole: boolean; isUnder: boolean };

type SectionsIn = {
  places: ReadonlyMap<number, number>;
  document(place: number): StoredDocument | undefined;
  term(word: string): number;
};

/** Parts of one part that are looked up: 3.1 to 3.40. */
const MOST_PARTS = 40;
const MOST_HITS = 40;

/**
 * The passages of the part with this number, in the order of their documents: those under its heading or that begin with
 * its number, then those of its own parts.
 */
export function sectionHits(
  store: SectionsIn,
  asked: AskedSection,
  documents: ReadonlySet<number> | undefined,
): SectionHit[] {
  const { label, below: numbers } = labelsOf(asked);
  const whole = label.map(store.term);
  const parts = numbers.map(store.term);
  const hits: SectionHit[] = [];
  for (const [id, place] of [...store.places].sort(([one], [other]) => one - other)) {
    const document = store.document(place);
    if (document === undefined || documents?.has(id) === false) continue;
    const own = localTerms(document, whole);
    const below = new Set(localTerms(document, parts));
    const isKnown = whole.length > 0 && whole.every((term) => term !== 0) && own.length === whole.length;
    if (!isKnown && below.size === 0) continue;
    for (let passage = 0; passage < document.passages && hits.length < MOST_HITS; passage++) {
      const texts = [sectionPart, textPart].map((part) => sequence(document, part(document, passage)));
      const [isUnder, isNamed] = texts.map(
        (tokens, part) => isKnown && hasHeading(tokens, own, asked.number.includes("."), part === 0),
      );
      const isWhole = isUnder === true || isNamed === true;
      const isPart = texts.some((tokens) =>
        tokens.some((token, index) => below.has(token) && begins(tokens, index)),
      );
      if (isWhole || isPart) hits.push({ document, passage, isWhole, isUnder: isUnder === true });
    }
  }
  const orderOf = ({ isUnder, isWhole }: SectionHit) => (isUnder ? 0 : isWhole ? 1 : 2);
  return hits.toSorted((one, other) => orderOf(one) - orderOf(other));
}

/** The terms of the part's label, and the labels of its own parts. */
export function labelsOf({ kind, number }: AskedSection): { label: string[]; below: string[] } {
  if (!/^\d/.test(number)) return { label: termsIn(`${kind ?? ""} ${number}`), below: [] };
  return { label: [number], below: Array.from({ length: MOST_PARTS }, (_, part) => `${number}.${part + 1}`) };
}

/** The document's numbers of the theme's terms, those that it has. */
function localTerms(document: StoredDocument, terms: readonly number[]): number[] {
  return terms.flatMap((term) => {
    const local = term === 0 ? -1 : document.terms.indexOf(term);
    return local < 0 ? [] : [local];
  });
}

/**
 * Whether a line begins with the label, or a heading of a path does; a bare number must also end there, as in `3. Refunds`.
 */
function hasHeading(
  tokens: Uint16Array | Uint32Array,
  label: readonly number[],
  isClear: boolean,
  isPath: boolean,
): boolean {
  return tokens.some((_, index) => {
    const isStart = isPath || begins(tokens, index);
    if (!isStart || !label.every((term, more) => at(tokens, index + more) === term)) return false;
    return isClear || label.length > 1 || index === 0 || at(tokens, index + label.length) === 0;
  });
}

const begins = (tokens: Uint16Array | Uint32Array, index: number) =>
  index === 0 || at(tokens, index - 1) === 0;
