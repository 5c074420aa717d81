import type { AnswerEvent } from "#contract/answering/answers.ts";
import type { ComposedAnswer } from "./composed-answer.ts";
import type { FoundApproved } from "./approved-port.ts";
import { presentCitation } from "./present.ts";

/** An approved answer as it is recorded: no model and no search. */
export function writtenBy(
  { draft, evidence }: NonNullable<FoundApproved["same"]>,
  tookMs: number,
): ComposedAnswer {
  return {
    draft,
    evidence,
    chosenBy: { encoder: null, reader: null },
    mode: "approved",
    model: null,
    fallback: null,
    retrievalMs: tookMs,
    firstTokenMs: tookMs,
  };
}

/** Told only once it is recorded: until then its words may fall. */
export function tellApproved({ draft }: ComposedAnswer, onEvent: (event: AnswerEvent) => void): void {
  for (const source of draft.sources) onEvent({ type: "citation", citation: presentCitation(source) });
  onEvent({ type: "delta", text: draft.text });
}
