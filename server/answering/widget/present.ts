import { foldHeading, type Greeting } from "#contract/answering/answers.ts";
import type { ProgramAnswer } from "#contract/answering/programs.ts";
import type { WidgetAnswer } from "#contract/answering/widget.ts";

/** What a visitor sees of an answer: its words, and where the sources have them. No ids, addresses, names of people or models. */
export function presentWidgetAnswer({
  outcome,
  text,
  note,
  sentences,
  citations,
}: ProgramAnswer): WidgetAnswer {
  if (outcome !== "answered")
    return { outcome: "declined", text: "", notes: note === null ? [] : [note], questions: [], sources: [] };
  // further passages are for people who work with the documents
  const [shown = ""] = text.split(`\n\n${foldHeading}\n\n`);
  return {
    outcome,
    text: shown,
    notes: sentences.flatMap(({ limitedBy, appliesYourFigures }) => [
      ...(limitedBy === null ? [] : [`The source adds: “${limitedBy.replace(/\s+/g, " ")}”.`]),
      ...(appliesYourFigures ? ["Your figures, applied to the rule of the source."] : []),
    ]),
    questions: [],
    sources: citations
      .filter(({ number }) => shown.includes(`[${number}]`))
      .map(({ number, quote, document, page, section }) => ({
        number,
        quote,
        label: [document.name, page === null ? section : `page ${page}`].filter(Boolean).join(", "),
      })),
  };
}

export function presentWidgetGreeting({ response, questions }: Greeting): WidgetAnswer {
  return { outcome: "greeting", text: response, notes: [], questions, sources: [] };
}
