import { sectionPart, sequence, textPart, type StoredDocument } from "#engine/index/theme-store.ts";
import { similarityOf } from "#engine/models/word-vectors.ts";
import type { Question } from "#engine/query/question.ts";
import { isOn } from "#engine/rules.ts";
import type { Candidate } from "./candidates.ts";

/** The words of a question that are compared, heaviest first: a longer text has stated its subject by then. */
const MOST_WORDS = 24;
/** A pair of words not compared yet. */
const UNKNOWN = -2;

const VECTORS = 65_536;
const rowOf = new Uint16Array(VECTORS); // by word vector: its row of similarities plus one; all zero between questions
const isListed = new Uint8Array(VECTORS); // by word vector; all zero between passages

/**
 * The share of the question that each candidate states in other words, in the candidates' order: for each asked word
 * that the passage lacks,
 * the squared similarity of the passage's nearest word, weighted by the asked word's rarity, as a share of the whole
 * question. Two words are compared once, however many candidates contain them.
 */
export function substitutesOf({ meanings }: Question, candidates: readonly Candidate[]): number[] {
  const asked = meanings.toSorted((one, other) => other.weight - one.weight).slice(0, MOST_WORDS);
  if (asked.length === 0 || !isOn("word vectors")) return candidates.map(() => 0);
  const rows: Float64Array[] = [];
  const known: number[] = [];
  function row(word: number): Float64Array {
    const own = rows[(rowOf[word] ?? 0) - 1];
    if (own !== undefined) return own;
    const fresh = new Float64Array(asked.length).fill(UNKNOWN);
    rowOf[word] = rows.push(fresh);
    known.push(word);
    return fresh;
  }

  const total = asked.reduce((sum, { weight }) => sum + weight, 1e-9);
  const shares = candidates.map((candidate) => {
    const words = wordsOf(candidate.document, candidate.passage);
    const own = words.map(row);
    let sum = 0;
    asked.forEach(({ vector, weight }, place) => {
      if (words.includes(vector)) return;
      let nearest = 0;
      for (let index = 0; index < own.length; index++) {
        const similarities = own[index];
        if (similarities === undefined) continue;
        if (similarities[place] === UNKNOWN) similarities[place] = similarityOf(vector, words[index] ?? 0);
        const similarity = similarities[place] ?? 0;
        if (similarity > nearest) nearest = similarity;
      }
      sum += weight * nearest ** 2;
    });
    return sum / total;
  });
  for (const word of known) rowOf[word] = 0;
  return shares;
}

/** The vectors of a passage's distinct words, its section's included. */
export function wordsOf(document: StoredDocument, passage: number): number[] {
  const words: number[] = [];
  for (const part of [sectionPart(document, passage), textPart(document, passage)]) {
    const tokens = sequence(document, part);
    for (let index = 0; index < tokens.length; index++) {
      const word = document.vectors[tokens[index] ?? 0] ?? 0;
      if (word === 0 || isListed[word] === 1) continue;
      isListed[word] = 1;
      words.push(word);
    }
  }
  for (const word of words) isListed[word] = 0;
  return words;
}
