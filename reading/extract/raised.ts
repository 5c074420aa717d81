import { fromSuperscript, SUPERSCRIPTS, toSuperscript } from "#engine/text/superscripts.ts";

/** Enclose raised characters in a text until it is settled: control characters that no other text contains. */
export const RAISED_START = "\x0e";
export const RAISED_END = "\x0f";

export const raised = (text: string) => `${RAISED_START}${text}${RAISED_END}`;

const RUN = /\x0e([^\x0e\x0f]*)\x0f/g; // eslint-disable-line no-control-regex
const ADJACENT = /\x0f\x0e|(?<=\x0f),(?=\x0e)/g; // eslint-disable-line no-control-regex
/**
 * Figures, a power with its sign, or a single letter; several separated by commas, among them signs such as a dagger. Endings
 * of words (`st`, `TM`) aren't.
 */
const SIGNS = "*†‡§¶#‖";
/** A letter, or a small Roman number, which Word counts endnotes with. */
const LETTERS = String.raw`\p{Ll}|[ivx]{2,5}`;
const MARK = new RegExp(
  String.raw`^(?:[+\-−–]?\d{1,4}|${LETTERS}|[${SIGNS}]{1,3}(?=[,;]))(?:[,;] ?(?:\d{1,4}|${LETTERS}|[${SIGNS}]{1,3}))*$`,
  "u",
);
/** A letter that stands for an ordinal beside a figure: `1º`. */
const ORDINALS = new Map([
  ["o", "º"],
  ["a", "ª"],
]);

/** A text with raised characters as such, and the mark with which it begins if it is a note. */
export type Settled = { text: string; label: string | null };

/**
 * Writes raised figures and single letters in raised characters, so that none becomes part of the figure before it: `15¹`,
 * `10⁻³`. A mark at the start names the note that follows.
 */
export function settleRaised(text: string): Settled {
  if (!text.includes(RAISED_START)) return { text, label: null };
  const joined = text.replace(ADJACENT, (between) => (between.includes(",") ? "," : ""));
  let label: string | null = null;
  const settled = joined.replace(RUN, (_, run: string, at: number) => {
    const bare = run.trim();
    const before = joined.slice(0, at);
    const next = joined.charAt(at + run.length + 2);
    if (!MARK.test(bare)) return run;
    if (before.trim() === "") {
      label = bare;
      return next.trim() === "" ? run : `${run} `;
    }
    // the upper half of a fraction
    if (/[/⁄]/.test(next)) return /\d$/.test(before) ? ` ${run}` : run;
    const shown =
      ORDINALS.get(bare) ??
      bare.replace(/[+\-−–]?\d+|\p{Ll}/gu, (one) => toSuperscript(one.replace(/[−–]/, "-")) ?? one);
    return run.replace(bare, () => shown);
  });
  return { text: settled, label };
}

const MARKS = new RegExp(
  `[ \\u00a0]?([${SUPERSCRIPTS}ªº]+(?:[,;] ?[${SUPERSCRIPTS}ªº]+)*)(?:[,;] ?(?=[${SIGNS}]))?`,
  "gu",
);
const ANY_MARK = new RegExp(`[${SUPERSCRIPTS}ªº]`, "u");
const SIGNED = /[⁺⁻⁼⁽⁾]/;
/** A unit or a variable before a power: `45 m²`, `x³`. */
const POWER = /(?:^|[^\p{L}])\p{L}{1,2}$/u;
const SCIENTIFIC = /[×x·*] ?10$/;

/**
 * Removes the marks whose notes are known, and names them. A mark without a note stays, as does a power, whose omission
 * would change the value.
 */
export function takeMarks(
  text: string,
  hasNote: (label: string) => boolean,
): { text: string; labels: string[] } {
  const labels: string[] = [];
  if (!ANY_MARK.test(text)) return { text, labels };
  const bare = text.replace(MARKS, (whole, marks: string, at: number) => {
    const before = text.slice(0, at);
    const isPower = /^[²³]/.test(marks) && POWER.test(before);
    if (before.trim() === "" || SIGNED.test(marks) || isPower || SCIENTIFIC.test(before)) return whole;
    const named = namesOf(marks, hasNote);
    labels.push(...named);
    return named.length === 0 ? whole : "";
  });
  return { text: labels.length === 0 ? text : bare, labels };
}

/** The notes that the marks of a text may name. */
export function namesIn(text: string): string[] {
  if (!ANY_MARK.test(text)) return [];
  return [...text.matchAll(MARKS)].flatMap(([, marks = ""]) =>
    marks.split(/[,;] ?/).flatMap((part) => [plain(part), ...plain(part)]),
  );
}

const plain = (part: string) => fromSuperscript(part.replace("ª", "a").replace("º", "o"));

/** The notes that marks name: `¹²` is note 12, or notes 1 and 2. Empty if one of them is missing. */
function namesOf(marks: string, hasNote: (label: string) => boolean): string[] {
  const parts = marks.split(/[,;] ?/).map(plain);
  const names = parts.flatMap((part) => (hasNote(part) ? [part] : [...part]));
  return names.every(hasNote) ? names : [];
}
