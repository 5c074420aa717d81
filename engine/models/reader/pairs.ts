import type { Tokenizer } from "@huggingface/tokenizers";

/** As in `training/reader/pairs.py`: nine in ten passages fit. */
const questionTokens = 48;
const allTokens = 176;
/** English has 4 to 5 letters per token; text beyond 12 would be cut anyway. */
export const lettersRead = allTokens * 12;

export type Span = { start: number; end: number };

/**
 * Token ids of `[CLS] question [SEP] text [SEP]`, of which the first `asked` belong to the question, and the tokens of each
 * unit: from `start` up to `end`, or null if all of it was cut off.
 */
export type Pair = { ids: number[]; asked: number; spans: (Span | null)[] };

/** @param units offsets in `text`, which may overlap */
export type ToPair = (question: string, text: string, units: readonly Span[]) => Pair;

export function pairsWith(tokenizer: Tokenizer): ToPair {
  const [cls, sep] = ["[CLS]", "[SEP]"].map((token) => tokenizer.token_to_id(token));
  if (cls === undefined || sep === undefined) throw new Error("The tokenizer has no [CLS] and [SEP].");
  const idsOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  return (question, text, units) => {
    const head = [cls, ...idsOf(question).slice(0, questionTokens - 2), sep];
    const room = allTokens - head.length - 1;
    const { ids, placeOf } = tokensOf(text.slice(0, lettersRead), units, room, idsOf);
    const spans = units.map(({ start, end }) => {
      const [from, to] = [placeOf(start), Math.min(room, placeOf(end))];
      return from < to ? { start: head.length + from, end: head.length + to } : null;
    });
    return { ids: [...head, ...ids.slice(0, room), sep], asked: head.length, spans };
  };
}

/** The text's tokens up to `most` or a few more, and the number of tokens before each end of a unit. */
function tokensOf(
  text: string,
  units: readonly Span[],
  most: number,
  idsOf: (text: string) => number[],
): { ids: number[]; placeOf(offset: number): number } {
  const cuts = new Set(units.flatMap(({ start, end }) => [start, end]).filter((at) => at < text.length));
  const places = new Map([[0, 0]]);
  const ids: number[] = [];
  let from = 0;
  // units begin and end between words, where the tokenizer would part the text anyway
  for (const at of [...cuts, text.length].toSorted((one, other) => one - other)) {
    if (ids.length < most) ids.push(...idsOf(text.slice(from, at)));
    places.set(at, ids.length);
    from = at;
  }
  return { ids, placeOf: (offset) => places.get(offset) ?? ids.length };
}
