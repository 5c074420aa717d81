import { sentencesOf } from "#engine/text/sentences.ts";
import { isCourtesy, isTalk, withoutTalk } from "./pleasantries.ts";

/** Whether a message only greets or thanks and asks nothing. */
export function isGreeting(message: string): boolean {
  const sentences = sentencesOf(message).map(({ text }) => text);
  return sentences.some(isCourtesy) && sentences.every((sentence) => isTalk(withoutTalk(sentence)));
}
