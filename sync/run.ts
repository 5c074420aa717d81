import { carryOut, choose, placeAll, remove, send } from "./place.ts";
import type { SourceFile } from "./source.ts";
import {
  guarded,
  hashOf,
  isInFolder,
  mostBytes,
  refuse,
  tell,
  type Counts,
  type Step,
  type Work,
} from "./step.ts";
import type { Listed } from "./target.ts";

/**
 * Brings the documents of a theme whose names begin with the prefix in step with the source. The theme has the same bytes
 * once, so nothing with a document is touched before the content of all files is known. Every act can be repeated, and no
 * bytes of the source leave the theme between two of them: an interrupted run is resumed by the next one.
 */
export async function run(work: Work): Promise<Counts> {
  const { source, target, state, options, signal } = work;
  const files: SourceFile[] = [];
  for await (const file of source.list()) {
    signal.throwIfAborted();
    files.push(file);
  }
  const listed: Listed[] = [];
  for await (const document of target.list()) listed.push({ ...document });
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
  const step: Step = {
    ...work,
    counts,
    nameOf: (path) => `${options.prefix}${path}`,
    documents: new Map(
      listed.filter(({ externalId }) => externalId !== null).map((one) => [one.externalId, one]),
    ),
    holders: new Map(listed.map((one) => [one.sha256, one])),
    inFolder: new Set(),
    refused: new Map(),
    settled: new Set(),
    unread: new Set(),
    wanted: [],
    items: new Map(),
    later: [],
    leaving: new Set(),
    hold: null,
  };
  let done = 0;
  await inParallel(files, options.parallel, async (file) => {
    signal.throwIfAborted();
    await look(step, file);
    done += 1;
    work.report.progress(done, files.length);
  });
  choose(step);
  const names = new Set(files.map(({ path }) => step.nameOf(path)));
  const own = ownOf(step).length;
  for (const { externalId } of ownOf(step)) if (!names.has(externalId)) step.leaving.add(externalId);
  const hold = () => {
    const going = leavingOf(step).filter((one) => !isInFolder(step, one)).length;
    return holdOf(step, { own, files: files.length, going: counts.deleted + going });
  };
  step.hold = hold();
  await placeAll(step, (chains) => inParallel(chains, options.parallel, (chain) => carryOut(step, chain)));
  // what the server did not take has left the folder, too
  step.hold ??= hold();
  await inParallel(leavingOf(step), options.parallel, (document) => removeGone(step, document));
  if (!options.isDryRun) state.compact(new Set(files.map(({ path }) => path)));
  return counts;
}

type Own = Listed & { externalId: string };
const ownOf = ({ documents, options }: Step): Own[] =>
  [...documents.values()].filter((one): one is Own => one.externalId?.startsWith(options.prefix) === true);

const leavingOf = (step: Step): Own[] =>
  ownOf(step).filter(({ externalId }) => step.leaving.has(externalId) && !step.settled.has(externalId));

/** A source that comes back empty, or without much of it, must not empty the theme. */
function holdOf(
  { options, unread }: Step,
  { own, files, going }: Record<"own" | "files" | "going", number>,
): Step["hold"] {
  const share = options.mostDeleted;
  const most = share === null ? own : files === 0 ? 0 : Math.max(1, Math.floor(own * share));
  if (going > most) return { act: "kept", reason: `${going} would be deleted, and ${most} may be` };
  if (unread.size === 0) return null;
  return { act: "failed", reason: "not deleted: a file that was not read may have its bytes; run again" };
}

function settle(step: Step, document: Listed, name: string): void {
  step.settled.add(name);
  step.holders.set(document.sha256, document);
  step.counts.unchanged += 1;
}

/** Learns the content of a file. One that nothing else in the theme or the source can concern is sent at once. */
async function look(step: Step, file: SourceFile): Promise<void> {
  const { state, documents, nameOf, options, inFolder, wanted } = step;
  const { path, fingerprint } = file;
  const document = documents.get(nameOf(path));
  const known = state.of(path);
  if (known?.fingerprint === fingerprint) {
    if (known.sha256 === document?.sha256) {
      inFolder.add(known.sha256);
      return settle(step, document, nameOf(path));
    }
    if (known.refused !== undefined && (options.isDryRun || known.mayChange !== true))
      return refuse(step, known, known.refused);
    inFolder.add(known.sha256);
    return void wanted.push(known);
  }
  if (file.unnamed !== undefined) return refuse(step, file, file.unnamed);
  if (file.bytes > mostBytes) return refuse(step, file, "Maximum file size is 10MB");
  if (file.bytes === 0) return refuse(step, file, "The file is empty.");
  step.unread.add(path);
  await guarded(step, path, async () => {
    const bytes = await step.source.read(path, mostBytes);
    step.unread.delete(path);
    const found = { path, fingerprint, sha256: hashOf(bytes) };
    const { sha256 } = found;
    if (!options.isDryRun) state.keep(found);
    const isCopy = inFolder.has(sha256);
    inFolder.add(sha256);
    if (sha256 === document?.sha256) return settle(step, document, nameOf(path));
    if (isCopy || document !== undefined || step.holders.has(sha256)) return void wanted.push(found);
    await send(step, found, bytes, null);
  });
}

async function removeGone(step: Step, document: Own): Promise<void> {
  step.signal.throwIfAborted();
  const path = document.externalId.slice(step.options.prefix.length);
  // told with its file
  if (step.items.get(document.sha256)?.isOpen === true) return;
  if (isInFolder(step, document))
    return tell(step, "failed", path, "not deleted: a file has its bytes; run again");
  if (step.hold !== null) return tell(step, step.hold.act, path, step.hold.reason);
  await guarded(step, path, async () => {
    if (!(await remove(step, document)))
      tell(step, "failed", path, "it has a new version, and was not deleted");
  });
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
