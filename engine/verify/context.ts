import { isRow } from "#engine/text/rows.ts";
import type { Sentence } from "#engine/text/sentences.ts";
import { isPointingBack, leadInOf } from "#engine/text/units.ts";

const auxiliary =
  /\b(?:must|shall|may|can|could|might|will|should|is|are|was|were|has|have|had|does|do|need|needs)\b/i;
/** Without an auxiliary to mark the verb, the subject ends after this many words. */
const longest = 4;

/**
 * The context of the sentence at `place`, which it need not repeat: the lead-in of its list, the line above its table, the
 * subject of the sentence it points back to.
 */
export function contextOf(sentences: Sentence[], place: number): string {
  const text = sentences[place]?.text ?? "";
  if (isRow(text)) return sentences.slice(0, place).findLast((line) => !isRow(line.text))?.text ?? "";
  const subject = isPointingBack(text) ? subjectOf(sentences[place - 1]?.text ?? "") : "";
  return `${leadInOf(sentences, place)} ${subject}`;
}

/** The words before the verb. */
export function subjectOf(text: string): string {
  const verb = text.search(auxiliary);
  return verb > 0 ? text.slice(0, verb) : text.split(/\s+/).slice(0, longest).join(" ");
}
