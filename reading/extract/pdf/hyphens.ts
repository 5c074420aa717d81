import { HYPHEN, type Line } from "./letters.ts";
import type { PageLines } from "./lines.ts";

const WORD = /\p{L}+(?:-\p{L}+)*/gu;

/**
 * Decides whether a hyphen at the end of a line belongs to its word (`one-time`) or only divides it (`docu-ments`), by the
 * spelling of the word elsewhere in the file. Words that occur nowhere else keep their hyphen in a file that divides no
 * others.
 */
export function settleHyphens(pages: PageLines[]): PageLines[] {
  if (!pages.some(({ lines }) => lines.some(({ text }) => text.includes(HYPHEN)))) return pages;
  const words = new Set(
    pages.flatMap(({ lines }) =>
      lines.flatMap(({ text }) => plainHyphens(text).toLowerCase().match(WORD) ?? []),
    ),
  );
  const isDivided = ([start, end]: Halves) => words.has(`${start}${end}`.toLowerCase());
  const isCompound = ([start, end]: Halves) => words.has(`${start}-${end}`.toLowerCase());
  const divides = pages.some(({ lines }) =>
    lines.some((line, index) => hyphensOf(line, lines[index + 1]).some(isDivided)),
  );
  const settle = (line: Line, next: Line | undefined): Line => {
    const parts = line.text.split(HYPHEN);
    const text = hyphensOf(line, next).map((halves, index) => {
      const isOne = halves[0] !== "" && halves[1] !== "";
      const divided = isOne && (isDivided(halves) || (divides && !isCompound(halves)));
      return `${parts[index]}${divided ? "" : "-"}`;
    });
    return { ...line, text: text.join("") + parts.slice(text.length).join("") };
  };
  return pages.map((page) => ({
    ...page,
    lines: page.lines.map((line, index) =>
      line.text.includes(HYPHEN) ? settle(line, page.lines[index + 1]) : line,
    ),
  }));
}

const plainHyphens = (text: string) => text.replace(/[\u2010\u2011]/g, "-");

/** The letters before and after a hyphen. */
type Halves = [start: string, end: string];

function hyphensOf({ text, hyphen }: Line, next: Line | undefined): Halves[] {
  if (!text.includes(HYPHEN)) return [];
  const parts = text.split(HYPHEN);
  return parts.slice(0, -1).map((part, index) => {
    const rest = parts[index + 1] ?? "";
    const isLast = index === parts.length - 2 && rest === "" && hyphen;
    return [lastLetters(part), firstLetters(isLast ? (next?.text ?? "") : rest)];
  });
}

const firstLetters = (text: string) => /^\p{L}*/u.exec(text)?.[0] ?? "";

function lastLetters(text: string): string {
  let from = text.length;
  while (from > 0 && /\p{L}/u.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from);
}
