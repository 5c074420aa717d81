import { openThread } from "#server/platform/threads.ts";
import type { Thread } from "#server/platform/threads.ts";
import type { CheckedAnswer } from "./claims/claims.ts";
import type { Draft } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import type { Part } from "./quotes/extractive.ts";
import type { Retrieved } from "./retrieve.ts";

/** What reading passages for an answer takes: milliseconds to tens of them for long ones. */
export type Drafting = {
  /** Quotes, with what the reader must know beside them. */
  quote(input: { question: string; found: Retrieved & { parts: Part[] } }): Draft;
  /** A model's answer, sentence by sentence against the passages it cites. */
  check(input: { answer: string; evidence: Evidence[] }): CheckedAnswer;
  /** The checked answer after the model has pointed at words for its uncertain sentences. */
  confirm(input: { checked: CheckedAnswer; reply: string }): CheckedAnswer;
  /** A draft with what the reader must know beside it: passages that say otherwise, names that no document holds. */
  complete(input: { draft: Draft; found: Retrieved }): Draft;
};

/** The drafting thread: nobody's call waits while another answer is written or checked. */
export type Drafts = Thread<Drafting>;

export function openDrafts(options: { soon: boolean }): Drafts {
  return openThread<Drafting>(new URL("./drafts-worker.ts", import.meta.url), options);
}
