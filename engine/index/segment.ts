import { analyze, BREAK } from "#engine/text/analyze.ts";
import { abbreviationsIn, formsOf, otherForms } from "#engine/text/abbreviations.ts";
import { english, type Language } from "#engine/text/language.ts";
import { createReader, createWriter } from "./bytes.ts";

/** One passage from the splitter; `section` is its heading path ('Refunds › 4.3 Late refunds') or ''. */
export type SegmentPassage = { text: string; section: string };

/**
 * A decoded segment. Terms are indexes into `vocabulary` (0 is BREAK). `tokens` contains the title, then each distinct
 * section, then each passage; `starts` gives the start of each, plus one final entry for the end.
 */
export type Segment = {
  vocabulary: string[];
  tokens: Uint16Array | Uint32Array;
  starts: Uint32Array;
  sectionOf: Uint32Array;
  sections: number;
  passages: number;
  /** ISO 639-1 code of the language used for analysis. */
  language: string;
};

const MAGIC = [0x46, 0x4e, 0x53]; // "FNS", Footnote segment
// Raise with every change to this encoding, to `analyze`, or to what is read from files: terms analyzed in two different
// ways never match.
const VERSION = 4;
/** The version that this program writes. Segments of others are made again, and left out until then if they can't be read. */
export const segmentFormat = VERSION;
/** A segment that is damaged, or of a version that this program can't read. */
export class SegmentError extends Error {}

/** Names no language: all its terms are English. Later versions are encoded alike. */
const ENGLISH_ONLY = 2;

/**
 * Builds the index segment of one document version: its analyzed terms in reading order. Deterministic: same input, same
 * bytes.
 */
export function buildSegment(
  document: { title: string; passages: SegmentPassage[] },
  language: Language = english,
): Uint8Array {
  const ids = new Map<string, number>([[BREAK, 0]]);
  const sections = new Map<string, number>();
  for (const { section } of document.passages) {
    if (!sections.has(section)) sections.set(section, sections.size);
  }
  const forms = formsOf(abbreviationsIn(document.passages.map(({ text }) => text).join("\n")), language);
  const termsIn = (text: string) => {
    const own = analyze(text, language);
    const others = forms.length === 0 ? [] : otherForms(new Set(own), forms);
    return others.length === 0 ? own : [...own, BREAK, ...others];
  };
  const terms = [
    ...[document.title, ...sections.keys()].map((text) => analyze(text, language)),
    ...document.passages.map(({ text }) => termsIn(text)),
  ];
  const sequences = terms.map((all) =>
    all.map((term) => {
      const id = ids.get(term) ?? ids.size;
      ids.set(term, id);
      return id;
    }),
  );

  const writer = createWriter();
  writer.raw([...MAGIC, VERSION]);
  writer.string(language.code);
  writer.integer(ids.size - 1);
  for (const term of ids.keys()) if (term !== BREAK) writer.string(term);
  writer.integer(sections.size);
  writer.integer(document.passages.length);
  for (const { section } of document.passages) writer.integer(sections.get(section) ?? 0);
  for (const sequence of sequences) writer.integer(sequence.length);
  for (const sequence of sequences) for (const id of sequence) writer.integer(id);
  return writer.finish();
}

/** null for bytes that no program of this version reads. */
export function decodeSegmentOrNull(bytes: Uint8Array): Segment | null {
  try {
    return decodeSegment(bytes);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

/** Throws an Error that names the problem if the bytes aren't a segment, are truncated, or have another version. */
export function decodeSegment(bytes: Uint8Array): Segment {
  if (MAGIC.some((byte, at) => bytes[at] !== byte))
    throw new SegmentError("These bytes are not an index segment.");
  const version = bytes[MAGIC.length];
  if (version === undefined || version < ENGLISH_ONLY || version > VERSION) {
    throw new SegmentError(
      `Index segment of version ${version ?? "none"}; this program reads version ${VERSION}: index the document again.`,
    );
  }
  try {
    return readSegment(bytes, version);
  } catch (cause) {
    throw new SegmentError("The index segment is damaged: index the document again.", { cause });
  }
}

function readSegment(bytes: Uint8Array, version: number): Segment {
  const reader = createReader(bytes, MAGIC.length + 1);
  const language = version === ENGLISH_ONLY ? english.code : reader.string();
  const terms = bounded(reader.integer(), bytes);
  const vocabulary = [BREAK];
  for (let at = 0; at < terms; at++) vocabulary.push(reader.string());
  const sections = bounded(reader.integer(), bytes);
  const passages = bounded(reader.integer(), bytes);
  const sectionOf = new Uint32Array(passages);
  for (let at = 0; at < passages; at++) sectionOf[at] = reader.integer();
  const starts = new Uint32Array(1 + sections + passages + 1);
  let total = 0;
  for (let at = 1; at < starts.length; at++) {
    total = bounded(total + reader.integer(), bytes);
    starts[at] = total;
  }
  const tokens = vocabulary.length <= 65_536 ? new Uint16Array(total) : new Uint32Array(total);
  for (let at = 0; at < total; at++) {
    const id = reader.integer();
    if (id > terms) throw new RangeError("a term is not in the vocabulary");
    tokens[at] = id;
  }
  if (!reader.ended() || sectionOf.some((section) => section >= sections))
    throw new RangeError("the lengths do not match");
  return { vocabulary, tokens, starts, sectionOf, sections, passages, language };
}

/**
 * Every counted item takes at least one byte, so a count can't exceed the byte length: damaged counts can't force a large
 * allocation.
 */
function bounded(count: number, bytes: Uint8Array): number {
  if (count > bytes.length) throw new RangeError("a count is larger than the segment");
  return count;
}
