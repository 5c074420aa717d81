import { at } from "#engine/arrays.ts";
import { matchOf } from "./passage-match.ts";
import { BREAK } from "#engine/text/analyze.ts";
import type { PassageSource, PassageTokens } from "#engine/index/passage-source.ts";
import type { Segment } from "#engine/index/segment.ts";

/** Passages of a few documents in memory, read one after the other at each question. */
export function heldPassages(segments: ReadonlyMap<number, Segment>): PassageSource {
  const read = (documents: ReadonlySet<number> | null) =>
    [...segments]
      .filter(([document]) => documents?.has(document) ?? true)
      .toSorted(([one], [other]) => one - other);

  return {
    best({ gains, bonuses, average, documents, most }) {
      const scored = read(documents).flatMap(([document, segment]) =>
        [...passagesOf(document, segment)].flatMap((passage) => {
          const match = matchOf(gains, passage, average);
          return match === 0 ? [] : [{ passage, score: match + (bonuses.get(document) ?? 0) }];
        }),
      );
      scored.sort((one, other) => other.score - one.score);
      return Promise.resolve(scored.slice(0, most).map(({ passage }) => passage));
    },
    at: (places) =>
      Promise.resolve(
        places.flatMap(({ document, passage }) => {
          const segment = segments.get(document);
          return segment === undefined || passage < 0 || passage >= segment.passages
            ? []
            : [passageOf(document, segment, passage)];
        }),
      ),
    beginningWith(labels, documents, most) {
      const wanted = new Set(labels);
      const found = read(documents).flatMap(([document, segment]) =>
        [...passagesOf(document, segment)].filter((passage) =>
          beginningsOf(passage).some((own) => wanted.has(own)),
        ),
      );
      return Promise.resolve(found.slice(0, most));
    },
  };
}

/** All passages of a document. */
export function* passagesOf(document: number, segment: Segment): Generator<PassageTokens> {
  for (let passage = 0; passage < segment.passages; passage++) yield passageOf(document, segment, passage);
}

function passageOf(document: number, segment: Segment, passage: number): PassageTokens {
  const { vocabulary, tokens, starts, sections, sectionOf } = segment;
  const wordsAt = (part: number) =>
    Array.from(
      tokens.subarray(at(starts, part), at(starts, part + 1)),
      (local) => vocabulary[local] ?? BREAK,
    );
  return {
    document,
    passage,
    section: wordsAt(1 + at(sectionOf, passage)),
    text: wordsAt(1 + sections + passage),
  };
}

/** The terms of the section, and those at the beginning of a line of the text. */
export function beginningsOf({ section, text }: Pick<PassageTokens, "section" | "text">): string[] {
  const begin = text.filter((_, index) => index === 0 || text[index - 1] === BREAK);
  return [...new Set([...section, ...begin])].filter((word) => word !== BREAK);
}
