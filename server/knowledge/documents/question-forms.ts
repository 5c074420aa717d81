/** A sentence taken apart: 'records must be kept for seven years' with the verb 'must' and the rest from 'be'. */
export type Clause = { subject: string; verb: string; rest: string[] };

const units = new Set("days hours minutes weeks months years".split(" "));
const kinds = new Set(["business", "working", "calendar"]);
const months = new Set(
  "January February March April May June July August September October November December".split(" "),
);
/** Ways, not people, although a sentence names them after 'by', too. */
const ways = new Set(
  "email mail phone telephone post letter fax courier card check wire transfer".split(" "),
);
/** The endings of words for people and their groups: 'manager', 'auditor', 'employees', 'team'. */
const someone =
  /(?:[^aeiou]er|[^aeiou]or|ist|ee|ant|ian|team|department|committee|agency|board|staff|office|counsel|council)s?$/;
const amount = /^[$€£]?\d[\d,.]*%?$/;
const preposition = /^(?:for|per|in|on|at|without|to|from)$/;

/**
 * The question that asks for what a sentence gives: a time, a date, an amount, somebody, a way. Null for a sentence that only
 * says whether.
 */
export function askedFor(clause: Clause): string | null {
  return (
    askedTime(clause) ?? askedBefore(clause) ?? askedDate(clause) ?? askedAmount(clause) ?? askedBy(clause)
  );
}

const ask = (start: string, { verb, subject }: Clause, ...rest: string[]) =>
  `${[start, verb, subject, ...rest].join(" ")}?`;

/** Words after a time that belong to it, as in 'within 30 days of delivery'. */
const longestTail = 4;

/** 'be paid within ten days of delivery' asks 'Within how many days of delivery' about 'be paid'. */
function askedTime(clause: Clause): string | null {
  const { rest } = clause;
  const unit = rest.findIndex((word) => units.has(word));
  const start = unit - (kinds.has(rest[unit - 1] ?? "") ? 2 : 1);
  const before = rest[start - 1];
  const tail = rest.slice(unit + 1);
  const isTail =
    tail.length === 0 || (tail.length <= longestTail && /^(?:of|after|from)$/.test(tail[0] ?? ""));
  if (unit < 3 || !isTail || tail.includes("for") || (before !== "within" && before !== "for")) return null;
  const asked = rest.slice(0, start - 1);
  if (asked.length === 0 || isOpen(asked)) return null;
  const words = [before === "within" ? "Within how many" : "For how many"];
  return ask([...words, ...rest.slice(start + 1, unit + 1), ...tail].join(" "), clause, ...asked);
}

/** 'be mailed at least 30 days before maturity' asks 'How long before maturity'. */
function askedBefore(clause: Clause): string | null {
  const { rest } = clause;
  const at = rest.indexOf("before");
  if (!units.has(rest[at - 1] ?? "")) return null;
  const start = at - (kinds.has(rest[at - 2] ?? "") ? 3 : 2);
  const tail = rest.slice(at + 1);
  const asked = withoutLimit(rest.slice(0, start));
  if (asked.length === 0 || isOpen(asked) || tail.length === 0 || tail.length > 2 * longestTail) return null;
  if (tail.some((word) => word === "and" || units.has(word))) return null;
  return ask(["How long before", ...tail].join(" "), clause, ...asked);
}

/** 'be ordered by December 12' asks 'By when'. */
function askedDate(clause: Clause): string | null {
  const at = clause.rest.findLastIndex(
    (word, index) => word === "by" && months.has(clause.rest[index + 1] ?? ""),
  );
  const asked = clause.rest.slice(0, at);
  return at < 1 || clause.rest.length - at > 4 || isOpen(asked) ? null : ask("By when", clause, ...asked);
}

/** 'have at least 12 characters' asks for their number; 'grant goodwill of up to $50 per order' how much. */
function askedAmount(clause: Clause): string | null {
  const { rest } = clause;
  const at = rest.findIndex((word) => amount.test(word));
  const limited = rest.slice(0, Math.max(at, 0));
  const before = withoutLimit(limited);
  if (at < 1 || before.length === limited.length) return null;
  const [doing = "", ...what] = before;
  if (/^\d/.test(rest[at] ?? "")) {
    const [counted = "", next, ...tail] = rest.slice(at + 1);
    if (what.length > 0 || !counted.endsWith("s") || units.has(counted)) return null;
    if (next !== undefined && !preposition.test(next)) return null;
    return ask(`How many ${counted}`, clause, doing, ...(next === undefined ? [] : [next, ...tail]));
  }
  const tail = rest.slice(at + 1);
  if (doing === "be" || (tail[0] !== undefined && !preposition.test(tail[0]))) return null;
  if (what.length === 0) return ask("How much", clause, doing, ...tail);
  if (what.at(-1) !== "of" || what.length !== 2) return null;
  return ask(`How much ${what[0]}`, clause, doing, ...tail);
}

/** 'be approved by a manager' asks who; 'be cancelled by calling support' and 'are sent using HTTPS' ask how. */
function askedBy(clause: Clause): string | null {
  const { rest } = clause;
  const at = rest.findLastIndex((word) => word === "by" || word === "using" || word === "via");
  const asked = rest.slice(0, rest[at - 1] === "only" ? at - 1 : at);
  const [first = "", ...others] = rest.slice(at + 1);
  if (at < 1 || first === "" || others.length > 2 * longestTail || isOpen(asked)) return null;
  if (
    asked.some((word) => word === "by" || word === "or" || word === "and" || word === "when" || word === "if")
  )
    return null;
  // a participle: what is done, not where something is
  if (!asked.some((word) => /(?:ed|en|nt|id|ld|pt|de)$/.test(word))) return null;
  if (rest[at] !== "by" || ways.has(first) || isDoing([first, ...others]))
    return ask("How", clause, ...asked);
  const whom = [first, ...others];
  const isSomebody =
    whom.length <= longestTail && someone.test(whom.at(-1) ?? "") && !ways.has(whom.at(-1) ?? "");
  return isSomebody ? ask("Who", clause, ...asked, "by") : null;
}

/** 'calling the store', not 'advertising networks'. */
const isDoing = ([first = "", next = ""]: string[]) =>
  /[a-z]{2}ing$/.test(first) && /^(?:the|a|an|our|your|to|in|on|at|with)$/.test(next);

/** Whether the words need another one after them. */
const isOpen = (words: string[]) => /^(?:or|and|of|to|than|not)$/.test(words.at(-1) ?? "");

const limits = [
  ["at", "least"],
  ["at", "most"],
  ["up", "to"],
  ["no", "later", "than"],
  ["no", "more", "than"],
];

/** Without the limit at their end. */
function withoutLimit(words: string[]): string[] {
  const limit = limits.find((one) => one.every((word, index) => words.at(index - one.length) === word));
  return limit === undefined ? words : words.slice(0, -limit.length);
}
