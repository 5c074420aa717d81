import { GrowingTree, leafHash } from "#server/platform/log/merkle.ts";
import { parseNote } from "./note.ts";
import type { StoredEvent } from "./check-store.ts";
import type { NumberSet } from "./number-set.ts";
import { readStored } from "./stored-entry.ts";
import { storedLevels } from "#server/platform/log/tree.ts";

/** A discrepancy: its beginning, and its latest possible end. Positions are numbers of events. */
export type Problem = {
  kind:
    | "changed"
    | "missing"
    | "surplus"
    | "rewritten"
    | "answer"
    | "document"
    | "erased"
    | "hash"
    | "head"
    | "outside-head"
    | "rating"
    | "hold"
    | "periods"
    | "role"
    | "approved"
    | "text";
  from: number;
  to: number;
};

type Node = { level: number; place: number; hash: Buffer };
type Head = { size: number; root: Buffer; note: string };

/**
 * Walks a log from its first event, batch by batch, and rebuilds its tree from the events. Stops at the first problem.
 */
export class LogCheck {
  readonly #stream: number;
  readonly tree = new GrowingTree();
  /** The latest size at which a stored head matches. */
  #lastGood = 0;

  constructor(stream: number) {
    this.#stream = stream;
  }

  /**
   * Consecutive events up to `to`, with the nodes and heads that end among them. `erased`: events without details, according
   * to the log itself.
   */
  take(
    events: StoredEvent[],
    { to, nodes, heads, erased }: { to: number; nodes: Node[]; heads: Head[]; erased: NumberSet },
  ): Problem | null {
    const nodeAt = new Map(nodes.map(({ level, place, hash }) => [`${level}/${place}`, hash]));
    const headsAt = Map.groupBy(heads, ({ size }) => size);
    for (const event of events) {
      const expected = this.tree.size + 1;
      if (event.seq !== expected) return { kind: "missing", from: expected, to: event.seq - 1 };
      const leaf = this.#leafOf(event);
      if (event.salt === null && !erased.has(expected))
        return { kind: "erased", from: expected, to: expected };
      if (leaf === null || !leaf.equals(event.leaf)) return { kind: "changed", from: expected, to: expected };
      for (const { level, hash } of this.tree.append(leaf)) {
        if (!storedLevels.includes(level)) continue;
        const place = expected / 2 ** level - 1;
        if (nodeAt.get(`${level}/${place}`)?.equals(hash) !== true)
          return { kind: "hash", from: place * 2 ** level + 1, to: expected };
      }
      const problem = this.#checkHeads(headsAt.get(expected) ?? []);
      if (problem !== null) return problem;
    }
    return this.tree.size < to ? { kind: "missing", from: this.tree.size + 1, to } : null;
  }

  #checkHeads(heads: Head[]): Problem | null {
    for (const { size, root, note } of heads) {
      const signed = parseNote(note)?.head;
      if (signed === undefined || signed.size !== size || !signed.root.equals(root))
        return { kind: "head", from: size, to: size };
      if (!root.equals(this.tree.root())) return { kind: "rewritten", from: this.#lastGood + 1, to: size };
      this.#lastGood = size;
    }
    return null;
  }

  /** null if it holds values that no event can have. */
  #leafOf(event: StoredEvent): Buffer | null {
    const company = this.#stream === 0 ? null : this.#stream;
    if (event.company_id !== company) return null;
    const read = readStored(event);
    return read === null ? null : leafHash(read.entry);
  }
}
