import type { JobPayload } from "#contract/operation/jobs.ts";
import { decodeSegmentOrNull } from "#engine/index/segment.ts";
import { unpackVectors } from "#engine/index/vectors.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { SearchError } from "#server/platform/opensearch.ts";
import { writeChanges, type Change } from "#server/knowledge/opensearch/bulk.ts";
import { addVectorField, refreshIndex } from "#server/knowledge/opensearch/indexes.ts";
import { searchEngine, type SearchEngine } from "#server/knowledge/opensearch/port.ts";
import { idOf, recordsOf, vectorField, type RecordVectors } from "#server/knowledge/opensearch/records.ts";
import {
  isAlone,
  leaveUnits,
  listBehind,
  listLeftovers,
  openUnit,
  readUnit,
  removeUnits,
  settleUnits,
  type Unit,
} from "./store.ts";
import { listIndexes, type IndexRow } from "#server/knowledge/opensearch/shared-store.ts";

/** Then the job ends, and the next one goes on: other companies' jobs come in between. */
const longestMs = 20_000;
const listedAtOnce = 500;
/** Until the next attempt, while OpenSearch does not take records. */
const pauseSeconds = 20;
/** Versions are settled in groups: each group waits for the index to show it. */
const settledAtOnce = 25;

/**
 * Brings what the indexes have of a company in line with its versions that answer. Safe to repeat: it resumes where it
 * stopped. While OpenSearch does not take the records, the versions wait (`keep.ts` asks again).
 */
export async function fillIndexes(
  services: VerbServices,
  payload: JobPayload<"index-search">,
): Promise<void> {
  const engine = searchEngine.of(services);
  if (engine === null) return;
  const caller = jobCaller(services, "index-search", payload.companyId);
  const until = performance.now() + longestMs;
  // held for the whole of the job, so that no two jobs write and remove the same records
  const end = await caller.transact(async (ctx) => {
    if (!(await isAlone(ctx))) return "done";
    try {
      for (const index of await listIndexes(ctx.db, engine.prefix))
        if (await fillIndex(caller, engine, index, payload.companyId, until)) return "more";
      return "done";
    } catch (error) {
      if (!(error instanceof SearchError)) throw error;
      services.log.warn(
        { reason: error.message, companyId: payload.companyId },
        "documents wait for OpenSearch",
      );
      return "waits";
    }
  });
  if (end === "done") return;
  await caller.transact(async (ctx) => {
    if (end === "more") return ctx.enqueue("index-search", payload);
    const waiting = await services.queue.waiting(ctx.db, "index-search", payload.companyId, 1);
    if (waiting === 0) await ctx.enqueue("index-search", payload, { afterSeconds: pauseSeconds });
  });
}

/** @returns whether the time was too short */
async function fillIndex(
  caller: Caller,
  engine: SearchEngine,
  index: IndexRow,
  companyId: number,
  until: number,
): Promise<boolean> {
  for (;;) {
    const left = await caller.transact((ctx) => listLeftovers(ctx, index.id, listedAtOnce));
    const behind = await caller.transact((ctx) => listBehind(ctx, index.id, listedAtOnce));
    if (left.length === 0 && behind.length === 0) return false;
    for (const group of groupsOf(left)) {
      const versions = group.map(({ version_id }) => version_id);
      await caller.transact((ctx) => leaveUnits(ctx, index.id, versions));
      const changes = group.flatMap(({ version_id, passages }) => removals(version_id, 0, passages));
      await writeChanges(engine.search, index.name, companyId, changes);
      await refreshIndex(engine, index.name);
      await caller.transact((ctx) => removeUnits(ctx, index.id, versions));
      if (performance.now() > until) return true;
    }
    for (const group of groupsOf(behind)) {
      const written: Unit[] = [];
      const changes = changesOf(caller, engine, index, group, written);
      await writeChanges(engine.search, index.name, companyId, changes);
      if (written.length > 0) {
        await refreshIndex(engine, index.name);
        await caller.transact((ctx) => settleUnits(ctx, index.id, written));
      }
      if (performance.now() > until) return true;
    }
  }
}

/** The changes of the versions that still answer, which are added to `written`. */
async function* changesOf(
  caller: Caller,
  engine: SearchEngine,
  index: IndexRow,
  versions: readonly { id: number }[],
  written: Unit[],
): AsyncGenerator<Change> {
  const fields = new Set<string>();
  for (const { id } of versions) {
    const unit = await openVersion(caller, index, id);
    if (unit === null) continue;
    const { segment, place, near, before, passages } = unit;
    if (near !== null && !fields.has(near.field)) {
      await addVectorField(engine, index.name, near.field, near.vectors.dimensions);
      fields.add(near.field);
    }
    if (segment !== null) yield* recordsOf(place, segment, near);
    yield* removals(id, passages, before);
    written.push({ version_id: id, passages });
  }
}

/** @returns null if the version no longer answers */
function openVersion(caller: Caller, index: IndexRow, version: number) {
  return caller.transact(async (ctx) => {
    const read = await readUnit(ctx, index.id, version);
    if (read === null) return null;
    // null: its document is left out of every search until it is read again
    const segment = decodeSegmentOrNull(new Uint8Array(read.bytes));
    const before = read.passages ?? 0;
    const passages = segment?.passages ?? 0;
    // as many as may be there, until all is settled
    const most = Math.max(before, passages);
    const { company_id, theme_id, revision, digest } = read;
    const opened = { version_id: version, theme_id, revision, passages: most, vectors: digest };
    await openUnit(ctx, index.id, opened);
    const place = { company: company_id, theme: theme_id, version };
    return { segment, place, near: vectorsOf(read, passages), before, passages };
  });
}

/** null: there are none, or damaged ones, whose passages are found by their words. */
function vectorsOf(
  { model, dimensions, vectors, are_undamaged }: NonNullable<Awaited<ReturnType<typeof readUnit>>>,
  passages: number,
): RecordVectors | null {
  if (model === null || dimensions === null || vectors === null || !are_undamaged) return null;
  if (vectors.length !== passages * dimensions * 4) return null;
  return { field: vectorField(model, dimensions), vectors: unpackVectors(vectors, dimensions) };
}

const removals = (version: number, from: number, to: number): Change[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
    id: idOf(version, from + index),
    record: null,
  }));

function groupsOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / settledAtOnce) }, (_, group) =>
    items.slice(group * settledAtOnce, (group + 1) * settledAtOnce),
  );
}
