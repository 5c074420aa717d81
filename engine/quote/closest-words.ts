import type { Span } from "#engine/draft.ts";
import { writtenIn } from "#engine/text/language.ts";
import type { WeighedPassage } from "./answering-units.ts";
import { weighUnits } from "./choose.ts";
import { shareStatedBy } from "./lead-features.ts";

/**
 * Where each passage comes closest to a question that it doesn't answer: its sentence, row or list that is most likely to
 * answer by its words; null if all of it is headings. Only what the record keeps of a passage counts, so that an answer that
 * is opened again shows the same words.
 */
export function closestWords(question: string, passages: readonly WeighedPassage[]): (Span | null)[] {
  const recorded = passages.map(({ text, section, documentName }) => ({ text, section, documentName }));
  const candidates = weighUnits(recorded, question, writtenIn(recorded.map(({ text }) => text).join("\n")));
  return recorded.map((passage) => {
    const own = candidates.filter(({ evidence }) => evidence === passage);
    const stating = own.filter((unit) => shareStatedBy(unit) > 0);
    const best = stating.toSorted((a, b) => b.worth - a.worth)[0] ?? own[0];
    return best === undefined ? null : { start: best.unit.start, end: best.unit.end };
  });
}
