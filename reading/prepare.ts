import type { z } from "zod";
import { buildSegment } from "#engine/index/segment.ts";
import { languageOf } from "#engine/text/language.ts";
import type { Extraction, Page } from "#reading/extract/extraction.ts";
import type { Prepared, ReadingHead } from "#reading/extract/prepared.ts";
import { splitIntoPassages } from "#reading/split/split.ts";
import { suggestTags } from "#reading/tags/tags.ts";

/**
 * From extracted text to searchable data: passages, their index segment, suggested tags. Pure and deterministic. Runs in
 * the child process that read the file (child/child.ts), so nothing here may import zod or the server.
 */
export function prepare(extraction: Extraction, name: string): Prepared {
  // OCR text comes last, so that an index in use, which counts passages by position, keeps its numbering.
  const { pages } = extraction;
  const read = splitIntoPassages({ pages: pages.map((page) => (page.byOcr ? withoutBlocks(page) : page)) });
  const recognized = splitIntoPassages({
    pages: pages.map((page) => (page.byOcr ? page : withoutBlocks(page))),
  });
  const passages = [...read, ...recognized.map((passage) => ({ ...passage, byOcr: true as const }))];
  const title = titleOf(extraction, name);
  const segment = buildSegment(
    { title, passages: passages.map(({ text, section }) => ({ text, section })) },
    languageOf(extraction.language),
  );
  return { passages, segment, tags: suggestTags(extraction, name) };
}

/**
 * A document in stored form: its counts, and pages, passages and segment as bytes (`Reading`). A cut through a character
 * outside the basic plane leaves half of it, which PostgreSQL refuses in JSON, so strings are made well-formed.
 */
export function toRows(
  extraction: Extraction,
  { passages, tags, segment }: Prepared,
): { head: z.infer<typeof ReadingHead>; parts: Uint8Array[] } {
  const { title, pages, pagesWithoutText, words, tables, language, warnings } = extraction;
  const rows = (values: unknown[]) => Buffer.from(JSON.stringify(values), "utf8");
  return {
    head: {
      title,
      pages: pages.length,
      pagesWithoutText,
      pagesByOcr: pages.flatMap((page, index) => (page.byOcr === true ? [index + 1] : [])),
      words,
      tables,
      passages: passages.length,
      language,
      warnings,
      tags,
    },
    parts: [
      rows(
        pages.map(({ number, label, text }, index) => ({
          index,
          number,
          label: label?.toWellFormed() ?? null,
          text: text.toWellFormed(),
        })),
      ),
      rows(
        passages.map((passage, ordinal) => ({
          ordinal,
          ...passage,
          text: passage.text.toWellFormed(),
          section: passage.section.toWellFormed(),
        })),
      ),
      segment,
    ],
  };
}

const withoutBlocks = (page: Page): Page => ({ ...page, blocks: [] });

/** The display name, plus the title inside the file if it adds information. */
export function titleOf(extraction: Pick<Extraction, "title">, name: string): string {
  const bare = name.replace(/\.[a-z]+$/i, "").replace(/[_-]+/g, " ");
  return extraction.title === null || bare.toLowerCase().includes(extraction.title.toLowerCase())
    ? bare
    : `${bare} ${extraction.title}`;
}
