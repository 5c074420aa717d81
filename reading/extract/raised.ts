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

const RAISED_MARK = `[${SUPERSCRIPTS}ªº]+`;
/** A sign set as large as the text, of which each kind is a mark of its own: `*` and `**`. `#` numbers things. */
const SIGN = String.raw`(?:\*{1,4}|†{1,3}|‡{1,3}|§{1,3}|¶{1,3}|‖{1,3})`;
const SIGN_MARK = String.raw`${SIGN}(?=[\s.,;:!?)\]|…/*†‡§¶‖${SUPERSCRIPTS}]|$)`;
/** Signs stand after a word or a figure, and at the end of a cell also after a space. */
const MARKS = new RegExp(
  String.raw`(?<space>[ \u00a0]?)(?<marks>(?:${RAISED_MARK}|(?<=[^\s(/])${SIGN_MARK}|(?<=\S[ \u00a0])${SIGN}(?= ?[\t|]|$))(?:(?:[,;] ?)?(?:${RAISED_MARK}|${SIGN_MARK}))*)`,
  "gu",
);
const ANY_MARK = new RegExp(`[${SUPERSCRIPTS}ªº*†‡§¶‖]`, "u");
const SIGNED = /[⁺⁻⁼⁽⁾]/;
/** A unit or a variable before a power: `45 m²`, `x³`. */
const POWER = /(?:^|[^\p{L}])\p{L}{1,2}$/u;
const SCIENTIFIC = /[×x·*] ?10$/;

/** A note that begins with a sign or a raised character: `* Waived for students.`; not `§ 3 Refunds`, and no word in asterisks. */
const TYPED_LABEL = new RegExp(
  String.raw`^\s{0,9}(?<label>${RAISED_MARK}|${SIGN})(?![*†‡§¶‖])[.)]?[\s\f]*(?=[^\s\d*.)]|\d(?<!§\s{0,9}\d))`,
  "u",
);

/** The mark, set as a character of its own, with which a note begins, and the note without it; null if it begins with none. */
export function typedLabel(text: string): { label: string; note: string } | null {
  const [whole = "", label = ""] = TYPED_LABEL.exec(text) ?? [];
  const note = text.slice(whole.length);
  return label === "" || isOpening(text.trimStart(), label) || !/\p{L}{2}/u.test(note)
    ? null
    : { label: plain(label), note };
}

/** Whether asterisks open words that others close: `**Note**`. */
function isOpening(text: string, signs: string): boolean {
  const after = text.slice(signs.length);
  return (
    signs.startsWith("*") && /^\S/.test(after) && new RegExp(String.raw`\S\*{${signs.length}}`).test(after)
  );
}

/** Whether asterisks close words that others open. */
function isClosing(before: string, signs: string): boolean {
  return (
    signs.startsWith("*") && new RegExp(String.raw`(?:^|[\s(])\*{${signs.length}}[^\s*][^*]*$`).test(before)
  );
}

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
  let bare = "";
  let end = 0;
  for (const { index, marks, whole } of marksOf(text)) {
    const parts = partsOf(marks);
    // of raised marks one alone would read like a power
    const areKnown = parts.every((part) => isSign(part) || namesOf(part, hasNote).length > 0);
    const left = parts.filter((part) => (isSign(part) ? !hasNote(part) : !areKnown));
    const named = parts.flatMap((part) => (left.includes(part) ? [] : namesOf(part, hasNote)));
    if (named.length === 0) continue;
    labels.push(...named);
    bare += text.slice(end, index) + left.join(",");
    end = index + whole.length;
  }
  return { text: bare + text.slice(end), labels };
}

/** The notes that the marks of a text may name, each mark in all its readings: `¹²` is note 12, or notes 1 and 2. */
export function namesIn(text: string): string[] {
  return [...new Set(marksIn(text).flatMap((mark) => [mark, ...splitOf(mark)]))];
}

/** The marks of a text as they are written, in its order. */
export function marksIn(text: string): string[] {
  return ANY_MARK.test(text) ? marksOf(text).flatMap(({ marks }) => partsOf(marks).map(plain)) : [];
}

type Marks = { index: number; marks: string; whole: string };

function marksOf(text: string): Marks[] {
  return [...text.matchAll(MARKS)].flatMap(({ index, 0: whole, groups }) => {
    const before = text.slice(0, index);
    const marks = groups?.["marks"] ?? "";
    // at the start of a cell it is the label of a note
    if (/(?:^|[\t|])[ \u00a0]*$/.test(before) || isClosing(before, marks)) return [];
    const isPower = /^[²³]/.test(marks) && POWER.test(before);
    return SIGNED.test(marks) || isPower || SCIENTIFIC.test(before) ? [] : [{ index, marks, whole }];
  });
}

const PART = new RegExp(`${RAISED_MARK}|${SIGN}`, "gu");
const WHOLE_SIGN = new RegExp(`^${SIGN}$`, "u");
export const isSign = (mark: string) => WHOLE_SIGN.test(mark);
const partsOf = (marks: string) => [...marks.matchAll(PART)].map(([part]) => part);
const plain = (part: string) => fromSuperscript(part.replace("ª", "a").replace("º", "o"));
/** Digits and letters one by one; signs of one kind are one mark. */
const splitOf = (mark: string) => (isSign(mark) ? [mark] : [...mark]);

/** The notes that a mark names, in one of its readings; empty if one of them is missing. */
function namesOf(part: string, hasNote: (label: string) => boolean): string[] {
  const mark = plain(part);
  const names = hasNote(mark) ? [mark] : splitOf(mark);
  return names.every(hasNote) ? names : [];
}

/**
 * The notes whose sign stands in several places, with the last line of those: such signs stay, since the note follows only
 * one of them. Notes and lines are known by their places.
 */
export function sharedSigns(
  lines: Iterable<[at: number, text: string]>,
  noteOf: (name: string, at: number) => number | undefined,
): Map<number, number> {
  const marked = [...lines].flatMap(([at, text]) =>
    marksIn(text).flatMap((name) => (isSign(name) ? [{ at, note: noteOf(name, at) }] : [])),
  );
  const places = Map.groupBy(marked, ({ note }) => note);
  return new Map(
    [...places].flatMap(([note, own]) =>
      note === undefined || own.length < 2 ? [] : [[note, Math.max(...own.map(({ at }) => at))]],
    ),
  );
}
