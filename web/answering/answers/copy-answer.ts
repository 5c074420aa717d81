import { citedWords } from "#contract/answering/cited-words.ts";
import { labelOf } from "#web/knowledge/sources/source-label.ts";
import { inOneLine } from "#web/knowledge/sources/text-parts.ts";
import type { Turn } from "./chat.ts";
import { correctionText } from "./correction-note.tsx";
import { htmlOf, typesetHtml } from "./typeset-html.ts";

/** Words of the sources that limit sentences and stand beside them. */
function limitsText(answer: Turn["answer"]): string {
  const limits = answer?.claims.flatMap(({ condition }) => condition ?? []) ?? [];
  return limits.length === 0
    ? ""
    : `The sources add: ${limits.map((words) => `“${inOneLine(words)}”`).join(" ")}`;
}

/** Spells out the sentence styling for screen readers. */
function uncheckedText(answer: Turn["answer"]): string {
  const open = answer?.claims.filter(({ verdict }) => verdict === "open" || verdict === "unchecked") ?? [];
  const sentences = open.map(({ start, end }) => `“${answer?.response.slice(start, end) ?? ""}”`);
  return sentences.length === 0 ? "" : `Not checked word for word: ${sentences.join(" ")}`;
}

/**
 * Puts an answer with its sources on the clipboard: as HTML for a mail or a ticket, with its tables and marks, and as text
 * for a field that takes nothing else.
 * @param typeset the answer on screen; null: its text as it is
 */
export async function copyWithSources(turn: Turn, typeset: Element | null): Promise<void> {
  const sources = turn.citations.map(
    (citation) => `[${citation.marker}] ${labelOf(citation)}: “${inOneLine(citedWords(citation))}”`,
  );
  const { answer, correction } = turn;
  const corrected = correction === null ? [] : [correctionText(correction, answer?.outcome ?? "answered")];
  // above the words, as on the screen: who pastes only the beginning has them
  const caveats = [answer?.fallback ?? "", answer?.reason ?? ""].filter(Boolean);
  const remarks = [uncheckedText(answer), limitsText(answer)].filter(Boolean);
  const plain = (answer?.response ?? "").replaceAll("**", "");
  const text = [turn.question, ...corrected, ...caveats, plain, ...remarks, "Sources:", ...sources].join(
    "\n\n",
  );
  const html = [
    `<p><strong>${htmlOf(turn.question)}</strong></p>`,
    ...corrected.map(paragraph),
    ...caveats.map(paragraph),
    typeset === null ? paragraph(plain) : typesetHtml(typeset),
    ...remarks.map(paragraph),
    "<p>Sources:</p>",
    ...sources.map(paragraph),
  ].join("\n");
  const parts = { "text/plain": text, "text/html": html };
  await navigator.clipboard.write([
    new ClipboardItem(
      Object.fromEntries(Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })])),
    ),
  ]);
}

const paragraph = (text: string) => `<p>${htmlOf(text).replaceAll("\n", "<br>")}</p>`;
