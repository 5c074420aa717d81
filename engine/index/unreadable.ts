import { SegmentError } from "./segment.ts";

type Store = {
  addInSteps(document: number, segment: Uint8Array): Generator<void, void, void>;
  removeInSteps(document: number): Generator<void, void, void>;
};

/** A store's additions and removals; a document whose segment can't be decoded is left out, and reported with every result. */
export function leavingOutUnreadable(store: Store) {
  const unreadable = new Set<number>();

  function* addInSteps(document: number, segment: Uint8Array): Generator<void, void, void> {
    try {
      yield* store.addInSteps(document, segment);
    } catch (error) {
      if (!(error instanceof SegmentError)) throw error;
      unreadable.add(document);
    }
  }

  function* removeInSteps(document: number): Generator<void, void, void> {
    if (!unreadable.delete(document)) yield* store.removeInSteps(document);
  }

  return {
    addInSteps,
    removeInSteps,
    /** Those left out of the searched part; of all without a choice. */
    unreadableIn: (documents: ReadonlySet<number> | undefined): number[] =>
      [...unreadable].filter((id) => documents?.has(id) ?? true),
  };
}
