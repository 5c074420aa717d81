import { createHash } from "node:crypto";
import { type BundleRow, manifestsOf, textsOf } from "./bundle-store.ts";
import { BundleFilters } from "#contract/evidence/record.ts";
import type { Caller } from "#server/kernel/context.ts";
import { eventsAt } from "./check-store.ts";
import type { Problem } from "./check.ts";
import type { Erased } from "./erasure-store.ts";
import { type HeadRow, type StampedHead, headsBefore } from "./head-store.ts";
import { consistencyPath, subtreesOf, type Subtree } from "#server/platform/log/merkle.ts";
import { readStored } from "./stored-entry.ts";
import { hashesOf } from "#server/kernel/log-store.ts";

/** A bundle's input: its log at a head, the numbers of its events, and all erasures. */
export type Bundled = {
  caller: Caller;
  companyId: number;
  row: BundleRow;
  head: HeadRow;
  numbers: number[];
  erased: Erased;
  stamped: StampedHead[];
  /** The first row that screens show differently from the record. */
  deviation: Problem | null;
};

/** Rows per transaction. */
const batchSize = 1_000;
/** Earlier heads that the bundle proves to be prefixes of the same log: those of the last days on a busy one. */
const mostHeads = 2_000;

const line = (value: object) => `${JSON.stringify(value)}\n`;

function* batches<T>(all: T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize);
}

export function aboutBundle({ companyId, row, head, numbers, deviation }: Bundled): string {
  return line({
    form: "footnote-bundle/2",
    company: companyId,
    bundle: row.id,
    filters: BundleFilters.parse(row.filters),
    events: numbers.length,
    size: head.size,
    madeAt: head.signed_at.toISOString(),
    shown: deviation ?? "as recorded",
  });
}

/**
 * @param answers collects the interactions whose manifests belong to the bundle
 * @throws Error if an event differs from what the program wrote: altered events aren't bundled
 */
export async function* eventLines(
  { caller, companyId, numbers, erased }: Bundled,
  answers: number[],
  onProgress: (done: number) => Promise<void>,
): AsyncGenerator<string> {
  let done = 0;
  for (const some of batches(numbers)) {
    const events = await caller.transact((ctx) => eventsAt(ctx, companyId, some));
    let text = "";
    for (const event of events) {
      const read = readStored(event);
      if (read === null || (read.salt === null && !erased.events.has(event.seq)))
        throw new Error(`event ${event.seq} is not as it was recorded`);
      if (event.manifest !== null) answers.push(Number(event.target_id));
      text += line(read);
    }
    yield text;
    done += some.length;
    await onProgress(done);
  }
}

/** Hashes over all events that the bundle omits, so that the root can be computed without them. */
export async function* restLines({ caller, companyId, numbers, head }: Bundled): AsyncGenerator<string> {
  for (const some of batches([...gaps(numbers, head.size)])) {
    const hashes = await caller.transact((ctx) =>
      hashesOf(
        ctx,
        companyId,
        some.map(({ level, place }) => ({ from: place * 2 ** level, to: (place + 1) * 2 ** level })),
      ),
    );
    yield some.map(({ level }, n) => line({ level, hash: hashes[n]?.toString("base64") })).join("");
  }
}

function* gaps(numbers: number[], size: number): Generator<Subtree> {
  let at = 0;
  for (const number of [...numbers, size + 1]) {
    yield* subtreesOf({ from: at, to: number - 1 });
    at = number;
  }
}

export async function* manifestLines(
  { caller, companyId }: Bundled,
  answers: number[],
): AsyncGenerator<string> {
  for (const some of batches(answers)) {
    const rows = await caller.transact((ctx) => manifestsOf(ctx, companyId, some));
    yield rows
      .map(({ interaction_id: interaction, salt, content, asker, asker_salt }) =>
        line({
          interaction,
          ...committed(content, salt),
          asker: committed(asker, asker_salt),
        }),
      )
      .join("");
  }
}

/** In the form used by proofs and bundles; null: erased. */
export function committed(content: string | null, salt: Buffer | null) {
  return { salt: salt?.toString("hex") ?? null, content };
}

type Named = {
  theme: { purpose: string; instructions: string; tags: string };
  sources: { passage: { sha256: string } }[];
};

/** Each text named by a manifest of the bundle, once. */
export async function* textLines({ caller, companyId }: Bundled, answers: number[]): AsyncGenerator<string> {
  const written = new Set<string>();
  for (const some of batches(answers)) {
    const rows = await caller.transact(async (ctx) => {
      const manifests = await manifestsOf(ctx, companyId, some);
      const wanted = new Set(
        manifests.flatMap(({ content }) => {
          if (content === null) return [];
          const { theme, sources } = JSON.parse(content) as Named;
          return [
            theme.purpose,
            theme.instructions,
            theme.tags,
            ...sources.map(({ passage }) => passage.sha256),
          ];
        }),
      );
      const hashes = [...wanted].filter((hash) => !written.has(hash));
      const texts = await textsOf(ctx, companyId, {
        answers: some,
        hashes: hashes.map((hash) => Buffer.from(hash, "hex")),
      });
      return texts.filter(({ sha256 }) => wanted.has(sha256.toString("hex")));
    });
    let text = "";
    for (const row of rows) {
      const name = createHash("sha256").update(row.text).digest("hex");
      if (written.has(name)) continue;
      written.add(name);
      text += line({ sha256: name, text: row.text });
    }
    yield text;
  }
}

/** Earlier heads, largest first: the newest ones, and those with a time stamp. */
export async function* headLines({ caller, companyId, head, stamped }: Bundled): AsyncGenerator<string> {
  const newest = await caller.transact((ctx) => headsBefore(ctx, companyId, head.size, mostHeads));
  const earlier = stamped.filter(({ size }) => size < head.size && size > 0);
  const bySize = new Map([...earlier, ...newest].map(({ size, note }) => [size, { size, note }]));
  const heads = [...bySize.values()].toSorted((a, b) => b.size - a.size);
  for (const some of batches(heads)) {
    const paths = some.map(({ size }) => consistencyPath(size, head.size));
    const hashes = await caller.transact((ctx) => hashesOf(ctx, companyId, paths.flat()));
    let at = 0;
    yield some
      .map(({ note }, n) => {
        const count = paths[n]?.length ?? 0;
        const proof = hashes.slice(at, at + count).map((hash) => hash.toString("base64"));
        at += count;
        return line({ note, proof });
      })
      .join("");
  }
}
