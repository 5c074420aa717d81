import { createHash } from "node:crypto";
import { FileGoneError, type Source } from "./source.ts";
import type { Known, State } from "./state.ts";
import { reasonOf } from "./calls.ts";
import { RefusedError, UnreachableError, type Listed, type Target } from "./target.ts";

/** The longest file that the server takes. */
export const mostBytes = 10 * 1024 * 1024;

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

export type Work = {
  source: Source;
  target: Target;
  state: State;
  options: Options;
  report: Report;
  signal: AbortSignal;
};

/** Files of the same bytes that aren't where they belong: one of them is to have the document. */
export type Item = {
  copies: Known[];
  /** Neither placed nor refused: whoever takes the document's name would lose these bytes. */
  isOpen: boolean;
};

export type Step = Work & {
  counts: Counts;
  nameOf(path: string): string;
  /** What the theme has now, by name. */
  documents: Map<string | null, Listed>;
  /** What the theme has now, by content. */
  holders: Map<string, Listed>;
  /** The content of each file, but for files that the server doesn't take. */
  inFolder: Set<string>;
  /** The content of those files, and what to say of a document that has it. */
  refused: Map<string, string>;
  /** Files whose content could not be learned. */
  unread: Set<string>;
  /** Names whose document has the bytes of its file. */
  settled: Set<string>;
  wanted: Known[];
  items: Map<string, Item>;
  /** Those that found another one's document under their name; null: there is no other try. */
  later: Item[] | null;
  /** Names whose present document is not to become the next version of anything. */
  leaving: Set<string>;
  /** Why nothing may be deleted. */
  hold: { act: "kept" | "failed"; reason: string } | null;
};

/** Whether a file has the document's bytes, and no other document has them under the name of a file. */
export function isInFolder({ inFolder, holders, settled }: Step, document: Listed): boolean {
  const holder = holders.get(document.sha256);
  const isTwice = holder !== undefined && holder !== document && settled.has(holder.externalId ?? "");
  return inFolder.has(document.sha256) && !isTwice;
}

/** A file that the server doesn't take: its words are no longer in the folder in a form that can be read. */
export function refuse(
  step: Step,
  { path, sha256 }: { path: string; sha256?: string },
  reason: string,
): void {
  const isVersion = step.documents.has(step.nameOf(path));
  tell(step, "refused", path, isVersion ? `${reason} The theme keeps the version before it.` : reason);
  if (sha256 !== undefined)
    step.refused.set(sha256, `its file is ${path} now, which the server doesn't take: ${reason}`);
}

export function tell({ counts, report }: Step, act: Act, path: string, detail: string): void {
  counts[act] += 1;
  report.act(act, path, detail);
}

export const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Tells of an error that concerns this file alone. */
export async function guarded(step: Step, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    step.signal.throwIfAborted();
    if (concernsAll(error)) throw error;
    const isGone = error instanceof FileGoneError;
    const reason = isGone ? "it was removed while the source was read; run again" : reasonOf(error);
    tell(step, "failed", path, reason);
  }
}

/** Every other file would be refused as well. */
const ofAll = [401, 403, 404];

function concernsAll(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof RefusedError && ofAll.includes(error.status));
}
