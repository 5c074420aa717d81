import { isSign, marksIn, sharedSigns, takeMarks } from "../raised.ts";
import type { Line } from "./letters.ts";
import type { PageLines } from "./lines.ts";
import { labelOf } from "./notes.ts";

/** A line of a document, with its page and its place among all lines. */
type Placed = { line: Line; page: number; place: number };
/** A mark without a note on its page, by the place of its line. */
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
/** Lines: more than those pages have. */
const MOST_LOOKED_AT = 500;
const SENTENCE_END = /[.!?][”"')\]]*$/;

/**
 * Attaches the marks without a note on their own page to notes on a later one: those gathered at the end of a chapter or of the
 * document, and those of signs below a table that goes on over the page. The note stays on its own page, too.
 */
export function attachEndNotes(pages: PageLines[], running: readonly ReadonlySet<number>[]): PageLines[] {
  if (!pages.some(({ lines }) => lines.some(({ text }) => marksIn(text).length > 0))) return pages;
  const seen = pages.flatMap(({ lines }, page) =>
    lines.flatMap((line, at) => (line.turned || running[page]?.has(at) === true ? [] : [{ line, page }])),
  );
  const all = seen.map((placed, place): Placed => ({ ...placed, place }));
  const marked = all.flatMap(({ line, place }) => marksIn(line.text).map((name): Mark => ({ name, place })));
  const noteOf = noteFinder(all, marked);
  const found = new Map<Line, Line>();
  const elsewhere = pages.map(() => new Map<string, Line[]>());
  for (const [page, marks] of Map.groupBy(marked, ({ place }) => all[place]?.page ?? 0)) {
    const own = elsewhere[page] ?? new Map<string, Line[]>();
    const places = Map.groupBy(marks, (mark) => mark.place);
    const lastOf = sharedSigns(
      [...places.keys()].map((place) => [place, all[place]?.line.text ?? ""]),
      (name, place) => noteOf(name, place)[0]?.place,
    );
    for (const [place, names] of places) {
      const line = all[place]?.line;
      if (line === undefined) continue;
      const stays = (name: string) => {
        const [first] = noteOf(name, place);
        return first === undefined || lastOf.has(first.place) || keepsSign(first.line);
      };
      const { text, labels } = takeMarks(line.text, (name) => !stays(name));
      const kept = names.map(({ name }) => name).filter(stays);
      const cites = [...labels, ...kept].flatMap((name) => {
        const note = noteOf(name, place);
        const [first] = note;
        if (first === undefined || (lastOf.get(first.place) ?? place) !== place) return [];
        const key = `on page ${first.page}, ${first.place}`;
        const isNew = !own.has(key);
        own.set(key, linesOf(note, key, stays(name)));
        return isNew ? [key] : [];
      });
      found.set(line, { ...line, text, cites: [...(line.cites ?? []), ...cites] });
    }
  }
  if (elsewhere.every(({ size }) => size === 0)) return pages;
  return pages.map((page, index) => ({
    ...page,
    elsewhere: elsewhere[index] ?? new Map(),
    lines: page.lines.map((line) => found.get(line) ?? line),
  }));
}

/** Whether the sign of a note stays, since several lines of its page bear it. */
const keepsSign = ({ note, label, text }: Line) =>
  note !== undefined && label !== undefined && isSign(label) && text.trimStart().startsWith(label);

/** The lines of a note as those of a block on another page. */
const linesOf = (note: Placed[], key: string, isLabelled: boolean): Line[] =>
  note.map(({ line }, at) => {
    if (at > 0) return line;
    const bare = line.note === undefined && !isLabelled ? labelOf(line)?.note : undefined;
    return { ...line, note: key, text: bare ?? line.text };
  });

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
    if (found?.label !== name || !/\p{L}{2}/u.test(found.note)) return false;
    const isSmall = line.size * LARGER < marked.line.size;
    return isSign(name) || (line.note === undefined && (found.isRaised || isSmall));
  };
  const later = all.slice(place + 1, place + 1 + MOST_LOOKED_AT);
  const at = later.findIndex(isNamed);
  const first = later[at];
  if (first === undefined) return [];
  const rest = later.slice(at + 1).filter(({ page }) => page === first.page);
  if (rest.some(isNamed)) return [];
  const note = [first];
  for (const placed of rest.slice(0, MOST_LINES)) {
    if (labelOf(placed.line) !== null || !goesOn(note.at(-1), placed)) break;
    note.push(placed);
  }
  return note;
}
