import { bestWords, type CitedSource } from "#engine/draft.ts";
import { pageOf } from "#engine/evidence.ts";
import { SelectedTags } from "#contract/kernel/values.ts";
import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Instead } from "#server/knowledge/documents/theme-indexes.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { focusOf, versionsWithTags } from "#server/answering/answers/chosen-tags.ts";
import { composeAnswer } from "#server/answering/answers/compose-answer.ts";
import type { TestedSide } from "./compare.ts";

/** A theme before a change, or with it. `key`: of the model that answers; null: without one. */
export type Side = {
  theme: ThemeRow;
  instead: readonly Instead[];
  others: readonly Instead[];
  key: UsableKey | null;
};

/** A question of a test, and what a right answer to it rests on. */
export type Tested = {
  question: string;
  selectedTags: unknown;
  /** Whether these sources are what a right answer rests on; null: it declined. */
  isRight(sources: readonly CitedSource[] | null): Promise<boolean>;
};

/** Asks as a person would, by the same steps, but records nothing and uses no approved answer. */
export async function askSide(
  caller: Caller,
  { theme, instead, others, key }: Side,
  { question, selectedTags, isRight }: Tested,
  signal: AbortSignal,
): Promise<TestedSide> {
  const tags = SelectedTags.parse(selectedTags);
  const { versions, focus } = await caller.transact(async (ctx) => ({
    versions: await versionsWithTags(ctx, theme, tags),
    focus: await focusOf(ctx, theme, { text: question, selectedTags: tags }),
  }));
  const tried = { ...theme, ...(instead.length === 0 ? {} : { instead }) };
  const from = {
    ...{ id: null, question, tags, focus, key, otherKey: null, turns: [] },
    // a model that fails must show as such
    theme: { ...tried, fallback: "none" },
    versions: versions === null ? null : exchanged(versions, others, instead),
  };
  try {
    const { draft, mode } = await composeAnswer(caller, from, {
      started: performance.now(),
      stop: signal,
      turn: { take: () => Promise.resolve(), release: () => undefined },
      onEvent: () => undefined,
      onCall: () => undefined,
    });
    const [first] = draft.sources;
    const isAnswered = draft.outcome === "answered" && first !== undefined;
    const words = isAnswered ? bestWords(first) : (draft.reason ?? draft.text);
    const isWritten = isAnswered && mode === "model";
    return {
      outcome: draft.outcome,
      text: cut(isWritten ? draft.text : words),
      // a model chooses other words each time: what counts is what it cites
      words: isWritten ? ["model", ...draft.sources.map(bestWords)].join(" ") : words,
      versionId: isAnswered ? first.evidence.versionId : null,
      page: isAnswered ? pageOf(first.evidence, words).pageNumber : null,
      isRight: await isRight(isAnswered ? draft.sources : null),
    };
  } catch (error) {
    signal.throwIfAborted();
    caller.services.log.warn({ err: error }, "a question of a test run could not be asked");
    const text = error instanceof Error ? error.message : "";
    return { outcome: "failed", text, words: text, versionId: null, page: null, isRight: false };
  }
}

/** As many characters as a list shows. */
const cut = (text: string) =>
  text.length <= 600 ? text : `${text.slice(0, 600).toWellFormed().trimEnd()} …`;

/** Versions with a chosen tag, which belong to documents, on this side of the change. */
function exchanged(versions: Set<number>, others: readonly Instead[], own: readonly Instead[]): Set<number> {
  const chosen = new Set(versions);
  for (const { documentId, versionId } of [...others, ...own]) {
    if (versionId === null || !versions.has(versionId)) continue;
    chosen.delete(versionId);
    const wanted = own.find((item) => item.documentId === documentId)?.versionId;
    if (wanted != null) chosen.add(wanted);
  }
  return chosen;
}
