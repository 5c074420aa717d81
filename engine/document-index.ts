import { createDocumentStore } from "#engine/index/document-store.ts";
import type { PassageSource } from "#engine/index/passage-source.ts";
import { leavingOutUnreadable } from "#engine/index/unreadable.ts";
import { askedSections, type AskedSection } from "#engine/query/section-question.ts";
import { asStored, distantPass } from "#engine/rank/distant-pass.ts";
import { describe } from "#engine/rank/features.ts";
import { inTurn, labelsOf, sectionHits } from "#engine/rank/section-hits.ts";
import { questionLanguage } from "#engine/text/language.ts";
import {
  foundFrom,
  foundInSection,
  passagesOf,
  understand,
  type Found,
  type SearchOptions,
} from "./ranked.ts";
import { CANDIDATES } from "./theme-index.ts";

/** Passages of one part of a document that are looked at. */
const MOST_OF_SECTION = 1_000;

export type DocumentIndex = ReturnType<typeof createDocumentIndex>;

/**
 * A theme whose passages are elsewhere. Its counts are exact and its own, and it ranks as `theme-index.ts` does: the source
 * only proposes passages.
 */
export function createDocumentIndex() {
  const store = createDocumentStore();
  const { addInSteps, removeInSteps, unreadableIn } = leavingOutUnreadable(store);

  async function search(question: string, options: SearchOptions, source: PassageSource): Promise<Found> {
    const searched = {
      unreadable: unreadableIn(options.documents),
      passages: passagesOf(store, options.documents),
    };
    const inSection = inTurn(
      await Promise.all(askedSections(question).map((section) => hitsIn(section, options.documents, source))),
    );
    if (inSection.length > 0) {
      const language = questionLanguage(question, store.languages);
      return foundInSection(store, inSection, language, options, searched);
    }
    const understood = understand(store, question);
    const { read } = understood;
    if (read.terms.length === 0) return foundFrom(store, understood, [], options, searched);
    const most = Math.max(options.limit, CANDIDATES);
    const pass = await distantPass(store, read, most, options.documents, source);
    const described = describe({ state: { ...store.state, lengths: pass.lengths } }, read, pass);
    const withPlaces = described.map((one) => ({ ...one, passage: pass.passageAt(one.candidate.slot) }));
    return foundFrom(store, understood, withPlaces, options, searched);
  }

  async function hitsIn(
    section: AskedSection,
    documents: ReadonlySet<number> | undefined,
    source: PassageSource,
  ) {
    const { label, below } = labelsOf(section);
    const found = await source.beginningWith(
      [...label.slice(0, 1), ...below],
      documents ?? null,
      MOST_OF_SECTION,
    );
    const known = Map.groupBy(
      found.filter(({ document }) => store.places.has(document)),
      ({ document }) => document,
    );
    const stored = [...known].map(([id, passages]) => ({
      id,
      passages,
      document: asStored(store, id, passages),
    }));
    const places = new Map(stored.map(({ id }, index) => [id, index]));
    const view = { places, document: (place: number) => stored[place]?.document, term: store.term };
    return sectionHits(view, section, documents).map(({ document, passage, isWhole }) => ({
      document,
      passage: known.get(document.id)?.[passage]?.passage ?? 0,
      isWhole,
    }));
  }

  return {
    /** Throws if the document is already in the index. */
    add(document: number, segment: Uint8Array) {
      for (const _ of addInSteps(document, segment)) continue;
    },
    addInSteps,
    removeInSteps,
    search,
    /** Estimated memory. */
    get bytes() {
      return store.bytes();
    },
    /** Share of the places whose document is gone. */
    get waste() {
      return store.placeCount() === 0 ? 0 : 1 - store.places.size / store.placeCount();
    },
  };
}
