import { sentencesOf } from "#engine/text/sentences.ts";
import { askedFor } from "./question-forms.ts";

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
/** The same where the subject of an obligation may have one: 'a customer who returns a product' may. */
const relativeOfPlace = set("where when what how why whether");
/** Too short to say something, or too long to read as a question. */
const words = { least: 6, most: 26, subject: 8, whether: 18 };
/** Words that point at something outside the sentence. */
const pointing = set(
  "it they them him her this these that those he she we us you i such both neither either one another there here its their above below following same foregoing aforementioned respective",
);
/** Articles and the like, which keep their capital only at the start of a sentence. */
const small = set("a an the each every all any some most only");
/** Beginnings that put something in front of the subject, or deny it. */
const inverting = set(
  "in on at for with without by from under after before if when where unless as to until during while once no nobody none nothing not and or but however otherwise more further additional other others several",
);
/** In a subject, the sign of another clause. */
const finite = set("is are was were has have had do does did be been not until while unless because if");
/** A clause in front of the subject, or one behind a comma, makes the order of words another one. */
const connecting = /[,;:()"“”?!–—|]/;
/** What an obligation forbids, so that nobody asks whether it is allowed. */
const breaking = set("violate infringe breach contravene");

/**
 * The questions that a text's own obligations answer, as whole sentences: 'A refund must be paid within ten days.' becomes
 * 'Within how many days must a refund be paid?'. Only simple sentences are taken; others would read as if a machine had
 * asked. Those that ask for a time, an amount or somebody come first, then other obligations, then statements, then those
 * about something that only the text before them names.
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
  const rest = closed(parts.slice(at + (parts[at + 1] === "not" ? 2 : 1)));
  const last = rest.at(-1);
  if (rest.length < 2 || rest.some((word) => modals.has(word)) || last === "or" || last === "and")
    return null;
  if (others.some((word) => relativeOfPlace.has(word)) || (isNegative && breaking.has(rest[0] ?? "")))
    return null;
  const beginning = within(first);
  if (beginning === null) return null;
  const clause = { subject: [beginning, ...others].join(" "), verb: askingVerb(modal, isNegative), rest };
  return asked(sentence, clause, isNegative ? null : askedFor(clause), 1);
}

/** 'must not' forbids: whoever asks wants to know whether it is allowed. Nobody asks with 'shall'. */
function askingVerb(modal: string, isNegative: boolean): string {
  if (modal === "cannot") return "can";
  if (modal !== "must" && modal !== "shall") return modal;
  return isNegative ? "may" : "must";
}

/** The sentence's addressee asks, about what is theirs. */
const asAsked = (question: string) => question.replaceAll(/\byour\b/g, "my");

/** @param order of those that only ask whether; `wanted`, the question that asks for more, comes first */
function asked(
  sentence: string,
  { subject, verb, rest }: { subject: string; verb: string; rest: string[] },
  wanted: string | null,
  order: number,
) {
  const question = wanted ?? `${capital(verb)} ${subject} ${rest.join(" ")}?`;
  if (wanted === null && question.split(" ").length > words.whether) return null;
  // 'the notice' is known from the text before
  const isVague = /^the \p{L}+$/u.test(subject);
  if (isVague && wanted === null) return null;
  return { question: asAsked(question), sentence, order: isVague ? 3 : wanted === null ? order : 0 };
}

/** Without the words that join a sentence to the one before. */
function closed(rest: string[]): string[] {
  const alone = rest.filter((word) => word !== "also");
  return alone.at(-2) === "as" && alone.at(-1) === "well" ? alone.slice(0, -2) : alone;
}

/** 'Return shipping costs $9.95 for other returns.' asks how much; 'A refund is paid to the card.' whether it is. */
function statementOf(
  sentence: string,
  { parts, at, within }: { parts: string[]; at: number; within(word: string): string | null },
) {
  const [first = "", ...others] = parts.slice(0, at);
  const verb = parts[at] ?? "";
  const isNegative = parts[at + 1] === "not";
  const rest = closed(parts.slice(at + (isNegative ? 2 : 1)));
  const beginning = within(first);
  const isClause = [first, ...others].some((word) => relative.has(word.toLowerCase()));
  if (beginning === null || isClause || rest.length < 3) return null;
  if (rest.some((word) => modals.has(word) || finite.has(word) || relative.has(word))) return null;
  if (rest.some((word) => referring.has(word.toLowerCase()))) return null;
  const subject = [beginning, ...others].join(" ");
  if (!verb.startsWith("cost")) {
    // what follows may be another statement, and whether nothing else holds is no question
    if (rest.some((word) => limiting.has(word) || word.includes("@"))) return null;
    // 'is implementing' tells what happens just now
    if (rest[0]?.endsWith("ing") === true) return null;
    const clause = { subject, verb, rest };
    return asked(sentence, clause, isNegative ? null : (askedWhat(clause) ?? askedFor(clause)), 2);
  }
  const [amount = "", ...what] = rest;
  if (!/^[$€£]?\d/.test(amount)) return null;
  const asking = verb === "costs" ? "does" : "do";
  return { question: `${["How much", asking, subject, "cost", ...what].join(" ")}?`, sentence, order: 0 };
}

/** 'A cookie is a text that …' tells what a cookie is, and 'The return window is 30 days long' what the window is. */
function askedWhat({
  subject,
  verb,
  rest,
}: {
  subject: string;
  verb: string;
  rest: string[];
}): string | null {
  const [first = ""] = rest;
  const isDefinition = /^an? /.test(subject) && /^an?$/.test(first);
  const isNumber = /^[$€£]?\d/.test(first) && subject.split(" ").length > 2;
  return isDefinition || isNumber || (first === "to" && verb === "is") ? `What ${verb} ${subject}?` : null;
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

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
