import { createVectorIndex } from "#engine/index/vectors.ts";
import { nearUnits } from "#engine/index/unit-vectors.ts";
import type { Encoder } from "#engine/models/encoder.ts";
import { fuse, orderByUnits, passagesOrdered } from "#engine/fuse.ts";
import { joinEvidence, type Evidence, type FoundPassage } from "#engine/evidence.ts";
import type { Found } from "#engine/ranked.ts";
import { passageOf } from "../ask-engine.ts";
import { themeOver } from "./footnote.ts";
import { type QuestionSet, type SetDocument, documentsOf } from "./question-set.ts";
import { openChosenEncoder, unitsBy, vectorsOf } from "./vectors.ts";

/** Number of candidates from words and from meaning, as in the product (`server/answering/answers/retrieve.ts`). */
const depth = 50;

/** A set's documents, with their passages' vectors unless ENCODER is off. */
export type AskedCorpus = {
  documents: (SetDocument & { vectors?: Float32Array })[];
  encoder: Encoder | null;
};

/** The results, with the passages and their corpus ids. */
type Asked = Found & { ids: string[]; evidence: Evidence[] };
export type Ask = (question: string, limit: number) => Promise<Asked>;

export async function openCorpus({
  name,
  corpus,
}: Pick<QuestionSet, "name" | "corpus">): Promise<AskedCorpus> {
  return withVectors(name, documentsOf(corpus), await openChosenEncoder());
}

/** @param name under which the vectors are kept between runs */
export async function withVectors(
  name: string,
  documents: SetDocument[],
  encoder: Encoder | null,
): Promise<AskedCorpus> {
  if (encoder === null) return { documents, encoder };
  const vectors = await vectorsOf(encoder, name, documents);
  return {
    encoder,
    documents: documents.map((document, index) => {
      const own = vectors[index];
      return own === undefined ? document : { ...document, vectors: own };
    }),
  };
}

/** Each encoder's vectors of units: several themes of a bench hold the same passages. */
const units = new Map<Encoder, ReturnType<typeof unitsBy>>();

/**
 * The product's search over documents as one theme: by words, and by meaning if they have vectors. `near`: the passages
 * tell how near their units are.
 */
export function askerOver({ documents, encoder }: AskedCorpus, { near = false } = {}): Ask {
  const words = themeOver(documents);
  const meaning = createVectorIndex();
  documents.forEach(({ vectors, ids }, index) => {
    if (vectors === undefined) return;
    const block = { dimensions: vectors.length / Math.max(1, ids.length), vectors };
    for (const _ of meaning.addInSteps(index, block)) continue;
  });
  const read = ({ document: place, passage: ordinal }: { document: number; passage: number }) => {
    const document = documents[place];
    const passage = document?.passages[ordinal];
    if (document === undefined || passage === undefined) return [];
    return [
      { ...passageOf(place, document.title, passage, ordinal), opening: document.passages[0]?.text ?? "" },
    ];
  };
  const signal = new AbortController().signal;
  return async (question, limit) => {
    const found = words.search(question, { limit: encoder === null ? limit : depth });
    let { hits } = found;
    if (encoder !== null) {
      const [vector = new Float32Array()] = await encoder.encode([found.topic], "question", signal);
      const neighbors = await meaning.nearest(vector, { limit: depth, also: hits });
      hits = fuse(hits, neighbors, {
        limit: Math.max(limit, near ? passagesOrdered : 0),
        passages: found.passages,
      });
    }
    const passages: FoundPassage[] = hits.flatMap(read);
    if (near && encoder !== null) {
      const [vector = new Float32Array()] = await encoder.encode([question], "question", signal);
      const unitsOf = units.get(encoder) ?? unitsBy(encoder);
      units.set(encoder, unitsOf);
      for (const [place, passage] of passages.entries())
        passages[place] = { ...passage, near: nearUnits(vector, await unitsOf(passage)) };
    }
    return {
      ...found,
      hits,
      evidence: orderByUnits(joinEvidence(hits, passages)).slice(0, limit),
      ids: hits.map(({ document, passage }) => documents[document]?.ids[passage] ?? ""),
    };
  };
}
