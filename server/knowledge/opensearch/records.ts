import { createHash } from "node:crypto";
import { beginningsOf, passagesOf } from "#engine/rank/held-passages.ts";
import type { PassageTokens } from "#engine/index/passage-source.ts";
import { segmentFormat, type Segment } from "#engine/index/segment.ts";
import { toBytes, type VectorBlock } from "#engine/index/vectors.ts";
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

/** The field of an encoder's vectors. Vectors of another length under its name are not compared. */
export const vectorField = (encoder: string, dimensions: number): string =>
  `near-${createHash("sha256").update(encoder).digest("hex").slice(0, 16)}-${dimensions}`;

/** Cosines of eight-bit numbers, in Lucene's own graph: what the plug-in's native libraries do needs more of a machine. */
export const vectorMapping = (dimensions: number) => ({
  type: "knn_vector",
  dimension: dimensions,
  data_type: "byte",
  method: { name: "hnsw", space_type: "cosinesimil", engine: "lucene" },
});

/** @param installation distinguishes this installation's indexes from another's under the same name */
export function indexBody(index: string, installation: string, { findsVectors }: { findsVectors: boolean }) {
  return {
    aliases: { [writingAlias(index)]: {} },
    settings: {
      number_of_shards: 3,
      auto_expand_replicas: "0-1",
      refresh_interval: "30s",
      ...(findsVectors ? { "index.knn": true } : {}),
    },
    mappings: {
      _meta: { installation },
      dynamic: "strict",
      _routing: { required: true },
      // PostgreSQL has what these are made from
      _source: { excludes: ["words", "begins", "near-*"] },
      properties: {
        company: { type: "integer" },
        theme: { type: "integer" },
        version: { type: "integer" },
        passage: { type: "integer" },
        words: { type: "rank_features" },
        begins: { type: "keyword" },
        section: { type: "keyword", index: false, doc_values: false },
        text: { type: "keyword", index: false, doc_values: false },
        // tells at once whether the cluster can, before its documents wait for it
        ...(findsVectors ? { [vectorField("none", 1)]: vectorMapping(1) } : {}),
      },
    },
  };
}

type VersionKey = { company: number; theme: number; version: number };

/** A vector for each passage of a version. */
export type RecordVectors = { field: string; vectors: VectorBlock };

/** The records of a version. */
export function* recordsOf(
  place: VersionKey,
  segment: Segment,
  near: RecordVectors | null = null,
): Generator<{ id: string; record: string }> {
  const names = new Map<string, string>();
  const quotedNameOf = (word: string): string => {
    let name = names.get(word);
    if (name === undefined) names.set(word, (name = JSON.stringify(nameOf(word))));
    return name;
  };
  for (const passage of passagesOf(place.version, segment)) {
    const record = recordOf(place, passage, quotedNameOf);
    const vector = near === null ? "" : vectorOf(near, passage.passage);
    yield { id: idOf(place.version, passage.passage), record: `{${vector}${record}}` };
  }
}

/** @returns part of a record's JSON; of a vector without a direction none */
function vectorOf({ field, vectors: { dimensions, vectors } }: RecordVectors, passage: number): string {
  const numbers = toBytes(vectors.subarray(passage * dimensions, (passage + 1) * dimensions));
  return numbers.some((number) => number !== 0) ? `"${field}":[${numbers.join(",")}],` : "";
}

export const idOf = (version: number, passage: number): string => `${version}.${passage}`;

/** @returns the inside of a JSON object, written here because most of the time of filling an index goes into its many names and numbers */
function recordOf(place: VersionKey, passage: PassageTokens, quotedNameOf: (word: string) => string): string {
  const norm = normOf(lengthOf(passage.text), USUAL_LENGTH);
  const saturations: string[] = [];
  // OpenSearch keeps nine bits of it
  const saturationOf = (count: number) =>
    (saturations[count] ??= String(Number((count / norm).toPrecision(6))));
  const words: string[] = [];
  for (const [word, count] of occurrencesIn(passage, () => true))
    words.push(`${quotedNameOf(word)}:${saturationOf(count)}`);
  const rest = JSON.stringify({
    ...place,
    passage: passage.passage,
    section: passage.section.join(" "),
    text: passage.text.join(" "),
  });
  const begins = beginningsOf(passage).map(quotedNameOf);
  return `"words":{${words.join(",")}},"begins":[${begins.join(",")}],${rest.slice(1, -1)}`;
}

/** A word as the name of a feature, which can't contain a dot; different words have different names. */
export function nameOf(word: string): string {
  const name = word.replaceAll("~", "~0").replaceAll(".", "~1");
  return name.length <= LONGEST
    ? name
    : `${name.slice(0, LONGEST / 2)}~2${createHash("sha256").update(word).digest("hex").slice(0, 32)}`;
}
