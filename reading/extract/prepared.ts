import { z } from "zod";
import { Warning } from "./extraction.ts";

const Passage = z.object({
  text: z.string(),
  section: z.string(),
  pageFrom: z.int().nonnegative(),
  pageTo: z.int().nonnegative(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  byOcr: z.literal(true).optional(),
});

const Tags = z.object({
  distributionPartnerTags: z.array(z.string()),
  productTags: z.array(z.string()),
  topicTags: z.array(z.string()),
  stateTags: z.array(z.string()),
});

/** A child's results for the text (`reading/prepare.ts`), except the segment, whose bytes come beside it. */
export const PreparedParts = z.object({ passages: z.array(Passage), tags: Tags });
export type Prepared = z.infer<typeof PreparedParts> & { segment: Uint8Array };

/** The counts of a file's results; the texts themselves go to the database as the child wrote them. */
export const ReadingHead = z.object({
  title: z.string().nullable(),
  pages: z.int().nonnegative(),
  pagesWithoutText: z.array(z.int().positive()),
  pagesByOcr: z.array(z.int().positive()),
  words: z.int().nonnegative(),
  tables: z.int().nonnegative(),
  passages: z.int().nonnegative(),
  language: z.string().nullable(),
  warnings: z.array(Warning),
  tags: Tags,
});

/**
 * `pageRows` and `passageRows` are JSON arrays of objects: parsing megabytes of them would block the server's event loop.
 */
export type Reading = z.infer<typeof ReadingHead> & {
  pageRows: Uint8Array;
  passageRows: Uint8Array;
  segment: Uint8Array;
};
