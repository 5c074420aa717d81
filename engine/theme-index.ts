import { firstPass } from "#engine/rank/candidates.ts";
import { describe, type Described } from "#engine/rank/features.ts";
import { inTurn, sectionHits } from "#engine/rank/section-hits.ts";
import { askedSections } from "#engine/query/section-question.ts";
import { questionLanguage } from "#engine/text/language.ts";
import { type Question, readQuestion } from "#engine/query/question.ts";
import { leavingOutUnreadable } from "#engine/index/unreadable.ts";
import { createThemeStore } from "#engine/index/theme-store.ts";
import {
  foundFrom,
  foundInSection,
  passagesOf,
  understand,
  type Found,
  type SearchOptions,
} from "./ranked.ts";

// Of the gold passages among 500 candidates, 150 hold all but 0.02 to 0.04.
export const CANDIDATES = 150;

/**
 * The searchable passages of one theme. All statistics come from the documents currently in the index, so an index reached
 * by additions and removals answers exactly as a fresh one.
 */
export function createThemeIndex() {
  const store = createThemeStore();
  const { addInSteps, removeInSteps, unreadableIn } = leavingOutUnreadable(store);

  /** The candidates for a question with their features, in no particular order. */
  function describeCandidates(question: string, options: SearchOptions): Described[] {
    return describeFor(readQuestion(store, question, questionLanguage(question, store.languages)), options);
  }

  function describeFor(read: Question, { limit, documents }: SearchOptions): Described[] {
    if (read.terms.length === 0) return [];
    return describe(store, read, firstPass(store, read, Math.max(limit, CANDIDATES), documents));
  }

  function search(question: string, options: SearchOptions): Found {
    const searched = {
      unreadable: unreadableIn(options.documents),
      passages: passagesOf(store, options.documents),
    };
    const inSection = inTurn(
      askedSections(question).map((section) => sectionHits(store, section, options.documents)),
    );
    if (inSection.length > 0) {
      const language = questionLanguage(question, store.languages);
      return foundInSection(store, inSection, language, options, searched);
    }
    const understood = understand(store, question);
    const described = describeFor(understood.read, options);
    return foundFrom(store, understood, described.map(withPassage), options, searched);
  }

  return {
    /** Throws if the document is already in the index. */
    add(document: number, segment: Uint8Array) {
      for (const _ of addInSteps(document, segment)) continue;
    },
    /** Like `add`, in steps of a few milliseconds: the document can be found after the last step. */
    addInSteps,
    /** Does nothing if the document isn't in the index. */
    remove(document: number) {
      for (const _ of removeInSteps(document)) continue;
    },
    /** Like `remove`, in steps of a few milliseconds: the document can't be found after the first step. */
    removeInSteps,
    search,
    describeCandidates,
    get documents(): ReadonlySet<number> {
      return new Set(store.places.keys());
    },
    get passages() {
      return store.state.passages;
    },
    /** Estimated memory. */
    get bytes() {
      return store.bytes();
    },
    /** Share of the slots whose document is gone: above a half, a rebuilt index is smaller and faster. */
    get waste() {
      return store.state.slots === 0 ? 0 : 1 - store.state.passages / store.state.slots;
    },
  };
}

const withPassage = (described: Described) => ({ ...described, passage: described.candidate.passage });
