import { createHash } from "node:crypto";
import { beginningsOf, tokensOf } from "#engine/rank/held-passages.ts";
import type { PassageTokens } from "#engine/index/passage-source.ts";
import { segmentFormat, type Segment } from "#engine/index/segment.ts";
import { lengthOf, normOf, occurrencesIn } from "#engine/rank/passage-match.ts";

// Raise with every change of the mapping or of a record.
const RECORDS = 1;
/** Indexes of another form are not searched: their terms, or what is kept of them, differ. */
export const formOfRecords = `${segmentFormat}.${RECORDS}`;

/**
 * A theme's mean length isn't known when a passage is indexed; a question makes up for it (`pivotFor`), and the engine scores
 * what is found again.
 */
const USUAL_LENGTH = 60;
/** Lucene takes terms of up to 32,766 bytes; nobody types the rest of a longer one. */
const LONGEST = 100;

/** What saturates stored occurrences in a passage of the theme's mean length as the real mean would: to all others, nearly. */
export const pivotFor = (average: number): number => normOf(average, average) / normOf(average, USUAL_LENGTH);

/** The name under which an index is written; it goes with the index. */
export const writingAlias = (index: string): string => `${index}-in`;

/** @param installation distinguishes this installation's indexes from another's under the same name */
export function indexBody(index: string, installation: string) {
  return {
    aliases: { [writingAlias(index)]: {} },
    settings: {
      number_of_shards: 3,
      auto_expand_replicas: "0-1",
      refresh_interval: "30s",
    },
    mappings: {
      _meta: { installation },
      dynamic: "strict",
      _routing: { required: true },
      // the words can be made again from the segment, which is in PostgreSQL
      _source: { excludes: ["words", "begins"] },
      properties: {
        company: { type: "integer" },
        theme: { type: "integer" },
        version: { type: "integer" },
        passage: { type: "integer" },
        words: { type: "rank_features" },
        begins: { type: "keyword" },
        section: { type: "keyword", index: false, doc_values: false },
        text: { type: "keyword", index: false, doc_values: false },
      },
    },
  };
}

type VersionKey = { company: number; theme: number; version: number };

/** The records of a version, with their ids. */
export function* recordsOf(place: VersionKey, segment: Segment): Generator<{ id: string; record: object }> {
  for (const passage of tokensOf(place.version, segment))
    yield { id: idOf(place.version, passage.passage), record: recordOf(place, passage) };
}

export const idOf = (version: number, passage: number): string => `${version}.${passage}`;

function recordOf(place: VersionKey, passage: PassageTokens) {
  const norm = normOf(lengthOf(passage.text), USUAL_LENGTH);
  const occurrences = occurrencesIn(passage, () => true);
  return {
    ...place,
    passage: passage.passage,
    words: Object.fromEntries([...occurrences].map(([word, count]) => [nameOf(word), count / norm])),
    begins: beginningsOf(passage).map(nameOf),
    section: passage.section.join(" "),
    text: passage.text.join(" "),
  };
}

/** A word as the name of a feature, which can't contain a dot; different words have different names. */
export function nameOf(word: string): string {
  const name = word.replaceAll("~", "~0").replaceAll(".", "~1");
  return name.length <= LONGEST
    ? name
    : `${name.slice(0, LONGEST / 2)}~2${createHash("sha256").update(word).digest("hex").slice(0, 32)}`;
}
