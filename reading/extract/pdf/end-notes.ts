import { isSign, marksIn, takeMarks } from "../raised.ts";
import type { Line } from "./letters.ts";
import type { PageLines } from "./lines.ts";
import { labelOf } from "./notes.ts";

/** A line of a document, with its page and its place there. */
type Placed = { line: Line; page: number; at: number };
/** A mark without a note on its page, by the place of its line among all lines. */
type Mark = { name: string; place: number };
/** Notes on pages of their own: from place `from` to `to` among all lines. */
type Gathered = { from: number; to: number; notes: Map<string, Placed[]> };

const HEADING =
  /^(?:[\dA-Z]{1,2}\.? )?(?:(?:end|foot)[ -]?)?notes?(?: (?:to|on|for) .{1,60})?:?$|^(?:endnoten|fu(?:ß|ss)noten|anmerkungen|notes (?:de fin|finales)|notas(?: finales)?)$/i;
/** A longer one is a section of the text. */
const MOST_LINES = 12;
/** In font sizes: lines of one note are closer. */
const NOTE_PITCH = 1.7;
/** Larger type than the notes' begins something else. */
const LARGER = 1.08;
/** Share of a list's notes to which marks must refer. */
const LEAST_CITED = 0.5;
/** In font sizes: notes without a heading that begin on the text's last page stand apart from it. */
const APART = 1.8;
/** Pages: a table may go on over the page before its notes. */
const REACH = 2;
const SENTENCE_END = /[.!?][”"')\]]*$/;

/**
 * Attaches the marks without a note on their own page to notes on a later one: those gathered at the end of a chapter or of the
 * document, and those of signs below a table that goes on over the page. The note stays on its own page, too.
 */
export function attachEndNotes(pages: PageLines[], running: readonly ReadonlySet<number>[]): PageLines[] {
  if (!pages.some(({ lines }) => lines.some(({ text }) => marksIn(text).length > 0))) return pages;
  const all = pages.flatMap(({ lines }, page) =>
    lines.flatMap((line, at): Placed[] =>
      line.turned || running[page]?.has(at) === true ? [] : [{ line, page, at }],
    ),
  );
  const marked = all.flatMap(({ line }, place) => marksIn(line.text).map((name): Mark => ({ name, place })));
  const noteOf = noteFinder(all, marked);
  const found = new Map<Line, Line>();
  const elsewhere = pages.map(() => new Map<string, Line[]>());
  for (const [place, { line, page }] of all.entries()) {
    const own = elsewhere[page];
    if (own === undefined || marksIn(line.text).length === 0) continue;
    const { text, labels } = takeMarks(line.text, (name) => noteOf(name, place).length > 0);
    const cites = labels.flatMap((name) => {
      const note = noteOf(name, place);
      const key = note.slice(0, 1).map((first) => `${first.page}/${first.at}`);
      return key.filter((one) => own.size < own.set(one, linesOf(note, one)).size);
    });
    if (labels.length > 0) found.set(line, { ...line, text, cites: [...(line.cites ?? []), ...cites] });
  }
  if (found.size === 0) return pages;
  return pages.map((page, index) => ({
    ...page,
    elsewhere: elsewhere[index] ?? new Map(),
    lines: page.lines.map((line) => found.get(line) ?? line),
  }));
}

/** The lines of a note as those of a block on another page. */
const linesOf = (note: Placed[], key: string): Line[] =>
  note.map(({ line }, at) =>
    at > 0
      ? line
      : { ...line, note: key, text: (line.note === undefined ? labelOf(line)?.note : null) ?? line.text },
  );

/** Finds the lines of the note that a mark names; none if it isn't known. */
function noteFinder(all: Placed[], marked: Mark[]): (name: string, place: number) => Placed[] {
  const lists = KINDS.flatMap((valueOf) => {
    const own = marked.filter(({ name }) => valueOf(name) !== null);
    return own.length === 0 ? [] : servedBy(listsOf(all, own, valueOf), own, valueOf);
  });
  return (name, place) =>
    lists.find(({ places, list }) => places.has(place) && list.notes.has(name))?.list.notes.get(name) ??
    noteOfTable(all, name, place);
}

/** The number that a label stands for; null if it is none of its kind. */
type ValueOf = (label: string) => number | null;

const ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(" ");
const KINDS: ValueOf[] = [
  (label) => (/^\d{1,3}$/.test(label) ? Number(label) : null),
  (label) => (/^[a-z]$/.test(label) ? label.charCodeAt(0) - 96 : null),
  (label) => (ROMAN.includes(label) ? ROMAN.indexOf(label) + 1 : null),
];

/**
 * The lists with the places of the marks that belong to them: those before each, or, where several lists follow each other, as
 * many runs of numbers as there are lists.
 */
function servedBy(
  lists: Gathered[],
  marked: Mark[],
  valueOf: ValueOf,
): { list: Gathered; places: ReadonlySet<number> }[] {
  const groups: Gathered[][] = [];
  for (const list of lists) {
    const before = groups.at(-1)?.at(-1);
    const isNext =
      before !== undefined && !marked.some(({ place }) => place >= before.to && place < list.from);
    if (isNext) groups.at(-1)?.push(list);
    else groups.push([list]);
  }
  let from = 0;
  return groups.flatMap((group) => {
    const to = group[0]?.from ?? 0;
    const own = marked.filter(
      ({ name, place }) => place >= from && place < to && group.some(({ notes }) => notes.has(name)),
    );
    from = group.at(-1)?.to ?? to;
    const runs = runsOf(own, valueOf, group.length > 1);
    if (runs.length !== group.length) return [];
    return group.flatMap((list, run) => {
      const marks = runs[run] ?? [];
      const cited = new Set(marks.map(({ name }) => name).filter((name) => list.notes.has(name)));
      const isCited = cited.size >= LEAST_CITED * list.notes.size;
      return isCited ? [{ list, places: new Set(marks.map(({ place }) => place)) }] : [];
    });
  });
}

/** Runs of marks whose numbers don't go down; where several are wanted, they go up. */
function runsOf(marks: Mark[], valueOf: ValueOf, goUp: boolean): Mark[][] {
  const runs: Mark[][] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const value = valueOf(mark.name) ?? 0;
    if (value < before || (goUp && value === before)) runs.push([]);
    runs.at(-1)?.push(mark);
    before = value;
  }
  return runs;
}

/** Lists of notes under a heading of their own, and the one that ends the document. */
function listsOf(all: Placed[], marked: Mark[], valueOf: ValueOf): Gathered[] {
  const lists: Gathered[] = [];
  for (const [place, { line }] of all.entries()) {
    const list = HEADING.test(line.text.trim()) ? listFrom(all, place + 1, valueOf) : null;
    if (list !== null) lists.push(list);
  }
  const last = lastList(all, marked, valueOf);
  return last === null || (lists.at(-1)?.to ?? 0) > last.from ? lists : [...lists, last];
}

/**
 * Notes without a heading that fill the document's end: marks name each of them, they stand apart from the text, and nothing
 * says that they are numbered parts of it.
 */
function lastList(all: Placed[], marked: Mark[], valueOf: ValueOf): Gathered | null {
  const names = new Set(marked.map(({ name }) => name));
  const from = all.findLastIndex(({ line }) => valueOfLine(line, valueOf) === 1);
  const [above, first] = [all[from - 1], all[from]];
  if (first === undefined || above === undefined) return null;
  const isApart =
    above.page < first.page ||
    labelOf(first.line)?.isRaised === true ||
    above.line.foot - first.line.y > APART * first.line.size;
  const list = isApart ? listFrom(all, from, valueOf) : null;
  if (list?.to !== all.length || ![...list.notes.keys()].every((name) => names.has(name))) return null;
  const sizes = marked.map(({ place }) => all[place]?.line.size ?? 0);
  const isSmall = first.line.size * LARGER < Math.max(...sizes);
  return isSmall || labelOf(first.line)?.isRaised === true || (list.notes.size > 1 && !first.line.bold)
    ? list
    : null;
}

/** The list that begins with the line at `from`, with number 1; null if there is none. */
function listFrom(all: Placed[], from: number, valueOf: ValueOf): Gathered | null {
  const notes = new Map<string, Placed[]>();
  const size = all[from]?.line.size ?? 0;
  let open: Placed[] = [];
  let to = from;
  for (const placed of all.slice(from)) {
    if (placed.line.size > size * LARGER) break;
    const label = labelOf(placed.line)?.label;
    if (label !== undefined && valueOfLine(placed.line, valueOf) === notes.size + 1)
      notes.set(label, (open = [placed]));
    else if (!goesOn(open.at(-1), placed)) break;
    else if (open.push(placed) > MOST_LINES) return null;
    to++;
  }
  return notes.size === 0 ? null : { from, to, notes };
}

function valueOfLine(line: Line, valueOf: ValueOf): number | null {
  const label = line.note === undefined ? labelOf(line)?.label : undefined;
  return label === undefined ? null : valueOf(label);
}

/** Whether a line continues a note: below its last one, or in the next column or on the next page in a sentence. */
function goesOn(last: Placed | undefined, { line, page }: Placed): boolean {
  if (last === undefined || HEADING.test(line.text.trim())) return false;
  const down = last.line.foot - line.y;
  return last.page === page && down >= 0
    ? down < NOTE_PITCH * last.line.size
    : !SENTENCE_END.test(last.line.text);
}

/**
 * The note of a sign, or of a number in a table, on one of the next pages; none if lines there begin with it one after another.
 */
function noteOfTable(all: Placed[], name: string, place: number): Placed[] {
  const marked = all[place];
  if (marked === undefined || (!isSign(name) && marked.line.cells < 2)) return [];
  const isNamed = ({ line, page }: Placed) => {
    const found = page > marked.page && page <= marked.page + REACH ? labelOf(line) : null;
    if (found?.label !== name) return false;
    const isSmall = line.size * LARGER < marked.line.size;
    return isSign(name) || (line.note === undefined && (found.isRaised || isSmall));
  };
  const at = all.findIndex((placed, index) => index > place && isNamed(placed));
  const first = all[at];
  if (first === undefined) return [];
  if (all.slice(at + 1).some((other) => other.page === first.page && isNamed(other))) return [];
  const note = [first];
  for (const placed of all.slice(at + 1, at + MOST_LINES)) {
    if (placed.page !== first.page || labelOf(placed.line) !== null || !goesOn(note.at(-1), placed)) break;
    note.push(placed);
  }
  return note;
}
