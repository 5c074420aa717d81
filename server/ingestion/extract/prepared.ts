import { z } from "zod";

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

/** What a child made of the text (`server/ingestion/prepare.ts`), but for the segment, whose bytes come beside it. */
export const PreparedParts = z.object({ passages: z.array(Passage), tags: Tags });
export type Prepared = z.infer<typeof PreparedParts> & { segment: Uint8Array };
