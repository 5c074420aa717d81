import { sentencesOf } from "#engine/text/sentences.ts";

/** A question and the sentence it was made of, which answers it. */
export type SentenceQuestion = { question: string; sentence: string };

const set = (words: string) => new Set(words.split(" "));

const modals = set("must may can cannot shall should");
/** A statement asks by its verb: 'is' and 'are' go in front, a price is asked for. */
const stating = set("is are costs cost");
/** A statement about the document itself answers nobody's question. */
const referring = set("section sections table annex appendix chapter page policy manual guide");
const limiting = set("and only never unless nothing");
/** Of a subject with a clause of its own, whose verb is not the sentence's. */
const relative = set("that which who whose where when what how why whether");
/** Too short to say something, or too long to read as a question. */
const words = { least: 6, most: 26, subject: 8 };
/** Words that point at something outside the sentence. */
const pointing = set(
  "it they them him her this these that those he she we us you i such both neither either one another there here its their above below following same",
);
/** Articles and the like, which keep their capital only at the start of a sentence. */
const small = set("a an the each every all any some most only");
/** Beginnings that put something in front of the subject, or deny it. */
const inverting = set(
  "in on at for with without by from under after before if when where unless as to until during while once no nobody none nothing not and or but however otherwise",
);
/** In a subject, the sign of another clause. */
const finite = set("is are was were has have had do does did be been not");
/** A clause in front of the subject, or one behind a comma, makes the order of words another one. */
const connecting = /[,;:()"“”?!–—]/;
const units = set("days hours minutes weeks months years");

/**
 * The questions that a text's own obligations answer, as whole sentences: 'A refund must be paid within ten days.' becomes
 * 'Within how many days must a refund be paid?'. Only simple sentences are taken; others would read as if a machine had
 * asked. Those that ask for a time or a price come first, then other obligations, then statements.
 */
export function questionsOfSentences(text: string): SentenceQuestion[] {
  /** As it stands within a sentence: 'Refunds' is 'refunds', 'Texas' stays. Null if the text uses it nowhere else. */
  const within = (word: string) => {
    const lower = word.toLowerCase();
    if (small.has(lower) || text.includes(` ${lower} `)) return lower;
    return text
      .split(` ${word} `)
      .slice(0, -1)
      .some((before) => /[\p{Ll},]$/u.test(before))
      ? word
      : null;
  };
  const made = sentencesOf(text).flatMap(({ text: sentence }) => questionOf(sentence, within) ?? []);
  return made.toSorted((a, b) => a.order - b.order).map(({ question, sentence }) => ({ question, sentence }));
}

function questionOf(sentence: string, within: (word: string) => string | null) {
  const parts = wordsOf(sentence);
  const at = parts?.findIndex((word) => modals.has(word) || stating.has(word)) ?? -1;
  if (parts === null || at < 1 || at > words.subject) return null;
  const [first = "", ...others] = parts.slice(0, at);
  if (inverting.has(first.toLowerCase()) || others.some((word) => finite.has(word))) return null;
  const modal = parts[at] ?? "";
  if (stating.has(modal)) return statementOf(sentence, { parts, at, within });
  const isNegative = modal === "cannot" || parts[at + 1] === "not";
  const rest = parts.slice(at + (parts[at + 1] === "not" ? 2 : 1));
  const last = rest.at(-1);
  if (rest.length < 2 || rest.some((word) => modals.has(word)) || last === "or" || last === "and")
    return null;
  // 'must not' forbids: whoever asks wants to know whether it is allowed
  const verb = modal === "cannot" ? "can" : isNegative && modal === "must" ? "may" : modal;
  const beginning = within(first);
  if (beginning === null) return null;
  const subject = [beginning, ...others].join(" ");
  const time = isNegative ? null : timeIn(rest);
  const question =
    time === null
      ? `${capital(verb)} ${subject} ${rest.join(" ")}?`
      : `${time.asked} ${verb} ${subject} ${time.verb}?`;
  return { question, sentence, order: time === null ? 1 : 0 };
}

/** 'Return shipping costs $9.95 for other returns.' asks how much; 'A refund is paid to the card.' whether it is. */
function statementOf(
  sentence: string,
  { parts, at, within }: { parts: string[]; at: number; within(word: string): string | null },
) {
  const [first = "", ...others] = parts.slice(0, at);
  const verb = parts[at] ?? "";
  const rest = parts.slice(at + (parts[at + 1] === "not" ? 2 : 1));
  const beginning = within(first);
  const isClause = [first, ...others].some((word) => relative.has(word.toLowerCase()));
  if (beginning === null || isClause || rest.length < 3) return null;
  if (rest.some((word) => modals.has(word) || finite.has(word) || relative.has(word))) return null;
  if (rest.some((word) => referring.has(word.toLowerCase()))) return null;
  const subject = [beginning, ...others].join(" ");
  if (!verb.startsWith("cost")) {
    // what follows may be another statement, and whether nothing else holds is no question
    if (rest.some((word) => limiting.has(word) || word.includes("@"))) return null;
    const time = parts[at + 1] === "not" ? null : timeIn(rest);
    if (time !== null)
      return { question: `${time.asked} ${verb} ${subject} ${time.verb}?`, sentence, order: 0 };
    return { question: `${capital(verb)} ${subject} ${rest.join(" ")}?`, sentence, order: 2 };
  }
  const [amount = "", ...what] = rest;
  if (!/^[$€£]?\d/.test(amount)) return null;
  const asking = verb === "costs" ? "does" : "do";
  return { question: `${["How much", asking, subject, "cost", ...what].join(" ")}?`, sentence, order: 0 };
}

/** A simple sentence without its period; null for any other. */
function wordsOf(sentence: string): string[] | null {
  const plain = sentence.split(/\s+/).join(" ").trim();
  if (!plain.endsWith(".") || !/^\p{Lu}/u.test(plain)) return null;
  const body = plain.slice(0, -1);
  const parts = body.split(" ");
  if (parts.length < words.least || parts.length > words.most || connecting.test(body)) return null;
  return parts.some((word) => word.endsWith(".") || pointing.has(word.toLowerCase())) ? null : parts;
}

/** Words after a time that belong to it, as in 'within 30 days of delivery'. */
const longestTail = 4;

/** 'be paid within ten days of delivery' asks 'Within how many days of delivery' about 'be paid'. */
function timeIn(rest: string[]): { asked: string; verb: string } | null {
  const unit = rest.findIndex((word) => units.has(word));
  const kind = ["business", "working", "calendar"].includes(rest[unit - 1] ?? "") ? 2 : 1;
  const before = rest[unit - kind - 1];
  const tail = rest.slice(unit + 1);
  const isTail =
    tail.length === 0 || (tail.length <= longestTail && /^(?:of|after|from)$/.test(tail[0] ?? ""));
  if (unit < 3 || !isTail || tail.includes("for") || (before !== "within" && before !== "for")) return null;
  const verb = rest.slice(0, unit - kind - 1);
  if (verb.length === 0 || /^(?:or|and)$/.test(verb.at(-1) ?? "")) return null;
  const asked = before === "within" ? "Within how many" : "For how many";
  return {
    asked: [asked, ...rest.slice(unit - kind + 1, unit + 1), ...tail].join(" "),
    verb: verb.join(" "),
  };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
