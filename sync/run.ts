import { createHash } from "node:crypto";
import { FileGoneError } from "./source.ts";
import type { Source, SourceFile } from "./source.ts";
import type { Known, State } from "./state.ts";
import { reasonOf, RefusedError, UnreachableError } from "./target.ts";
import type { Listed, Target } from "./target.ts";

/** The longest file that the server takes. */
const mostBytes = 10 * 1024 * 1024;

/** `kept`: it would have been deleted. `skipped`: another document has these bytes. */
export type Act = "created" | "replaced" | "linked" | "deleted" | "refused" | "skipped" | "kept" | "failed";
export type Counts = Record<Act | "unchanged", number>;

export type Options = {
  /** The beginning of the documents' names: only these are ever changed or deleted. */
  prefix: string;
  isDryRun: boolean;
  /** Of the documents below the prefix, the share that may be deleted in one run; null: all. */
  mostDeleted: number | null;
  parallel: number;
};

export type Report = {
  act(act: Act, path: string, detail: string): void;
  progress(done: number, of: number): void;
};

type Work = {
  source: Source;
  target: Target;
  state: State;
  options: Options;
  report: Report;
  signal: AbortSignal;
};

/**
 * Brings the documents of a theme whose names begin with the prefix in step with the source. Every act can be repeated, so
 * an interrupted run is resumed by the next one.
 */
export async function run(work: Work): Promise<Counts> {
  const { source, target, state, options, signal } = work;
  const files: SourceFile[] = [];
  for await (const file of source.list()) {
    signal.throwIfAborted();
    files.push(file);
  }
  const listed: Listed[] = [];
  for await (const document of target.list()) listed.push(document);
  const counts: Counts = {
    unchanged: 0,
    created: 0,
    replaced: 0,
    linked: 0,
    deleted: 0,
    refused: 0,
    skipped: 0,
    kept: 0,
    failed: 0,
  };
  const nameOf = (path: string) => `${options.prefix}${path}`;
  const names = new Set(files.map(({ path }) => nameOf(path)));
  const own = listed.filter(({ externalId }) => externalId?.startsWith(options.prefix) === true);
  const gone = new Map(
    own.filter(({ externalId }) => !names.has(externalId ?? "")).map((one) => [one.externalId, one]),
  );
  const step = {
    ...work,
    counts,
    nameOf,
    gone,
    documents: new Map(listed.map((document) => [document.externalId, document])),
    goneByHash: Map.groupBy(gone.values(), ({ sha256 }) => sha256),
    // the bytes that stay in the theme, under the name of their document
    held: new Map(
      listed.filter(({ externalId }) => !gone.has(externalId)).map((one) => [one.sha256, one.externalId]),
    ),
  };
  let done = 0;
  await inParallel(files, options.parallel, async (file) => {
    signal.throwIfAborted();
    await bring(step, file);
    done += 1;
    work.report.progress(done, files.length);
  });
  await removeGone(step, own.length, files.length);
  if (!options.isDryRun) state.compact(new Set(files.map(({ path }) => path)));
  return counts;
}

type Step = Work & {
  counts: Counts;
  nameOf(path: string): string;
  gone: Map<string | null, Listed>;
  goneByHash: Map<string, Listed[]>;
  documents: Map<string | null, Listed>;
  held: Map<string, string | null>;
};

function tell({ counts, report }: Step, act: Act, path: string, detail: string): void {
  counts[act] += 1;
  report.act(act, path, detail);
}

async function bring(step: Step, file: SourceFile): Promise<void> {
  const { state, documents, nameOf, counts, options } = step;
  const document = documents.get(nameOf(file.path));
  const known = state.of(file.path);
  const isKnown = known?.fingerprint === file.fingerprint;
  if (isKnown && known.sha256 === document?.sha256) return void (counts.unchanged += 1);
  if (isKnown && known.refused !== undefined && (options.isDryRun || known.mayChange !== true))
    return tell(step, "refused", file.path, known.refused);
  if (file.bytes > mostBytes) return tell(step, "refused", file.path, "Maximum file size is 10MB");
  if (file.bytes === 0) return tell(step, "refused", file.path, "The file is empty.");
  try {
    const bytes = await step.source.read(file.path, mostBytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const found = { path: file.path, fingerprint: file.fingerprint, sha256 };
    if (!options.isDryRun) state.keep(found);
    if (sha256 === document?.sha256) return void (counts.unchanged += 1);
    await send(step, found, bytes, document);
  } catch (error) {
    step.signal.throwIfAborted();
    if (concernsAll(error)) throw error;
    if (error instanceof FileGoneError)
      return tell(step, "failed", file.path, "it was removed while the source was read; run again");
    tell(step, "failed", file.path, reasonOf(error));
  }
}

async function send(step: Step, found: Known, bytes: Buffer, document: Listed | undefined): Promise<void> {
  const { target, state, options, nameOf, gone, held } = step;
  const { path, sha256 } = found;
  const twin = held.get(sha256);
  if (twin !== undefined && twin !== null)
    return tell(step, "skipped", path, `the theme has the same file as ${twin}`);
  // before the first wait: of two equal new files, the second is a copy
  held.set(sha256, nameOf(path));
  const moved = document === undefined ? step.goneByHash.get(sha256)?.pop() : undefined;
  const formerly = moved?.externalId ?? null;
  if (moved !== undefined) gone.delete(formerly);
  const detail = formerly === null ? "" : `formerly ${formerly}`;
  if (options.isDryRun) {
    const act =
      formerly !== null || twin === null ? "linked" : document === undefined ? "created" : "replaced";
    return tell(step, act, path, detail);
  }
  try {
    const outcome = await target.put(nameOf(path), path.split("/").at(-1) ?? path, bytes, formerly);
    if (outcome === "unchanged") step.counts.unchanged += 1;
    else tell(step, outcome, path, detail);
  } catch (error) {
    held.delete(sha256);
    if (moved !== undefined) gone.set(formerly, moved);
    if (!(error instanceof RefusedError) || !ofFile.includes(error.status)) throw error;
    state.keep({ ...found, refused: error.message, mayChange: !ofBytes.includes(error.status) });
    tell(step, "refused", path, error.message);
  }
}

/** Other files may be taken. */
const ofFile = [400, 409, 413, 415];
/** The same bytes would be refused again; which kinds are taken (415), and what else the theme holds (409), may change. */
const ofBytes = [400, 413];
/** Every other file would be refused as well. */
const ofAll = [401, 403, 404];

/** A source that comes back empty, or without much of it, must not empty the theme. */
async function removeGone(step: Step, documents: number, files: number): Promise<void> {
  const { gone, options, target, signal } = step;
  const most =
    options.mostDeleted === null
      ? documents
      : files === 0
        ? 0
        : Math.max(1, Math.floor(documents * options.mostDeleted));
  const isOver = gone.size > most;
  await inParallel([...gone.values()], options.parallel, async ({ externalId, etag }) => {
    signal.throwIfAborted();
    const name = externalId ?? "";
    const path = name.slice(options.prefix.length);
    if (isOver) return tell(step, "kept", path, `${gone.size} would be deleted, and ${most} may be`);
    try {
      const isDone = options.isDryRun || (await target.remove(name, etag));
      if (isDone) tell(step, "deleted", path, "");
      else tell(step, "failed", path, "it has a new version, and was not deleted");
    } catch (error) {
      signal.throwIfAborted();
      if (concernsAll(error)) throw error;
      tell(step, "failed", path, reasonOf(error));
    }
  });
}

function concernsAll(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof RefusedError && ofAll.includes(error.status));
}

async function inParallel<Item>(
  items: Item[],
  parallel: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  let isOver = false;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const item of rest) {
        if (isOver) return;
        await work(item).catch((error: unknown) => {
          isOver = true;
          throw error;
        });
      }
    }),
  );
}
