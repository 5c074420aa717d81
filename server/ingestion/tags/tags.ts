import type { Extraction } from "../extract/extraction.ts";
import { findNames } from "./names.ts";
import { findStates } from "./states.ts";
import { findTopics } from "./topics.ts";

export type SuggestedTags = {
  distributionPartnerTags: string[];
  productTags: string[];
  topicTags: string[];
  stateTags: string[];
};

/** What the finders look at: running text without headings, and the headings with the document's own names. */
export type TagSource = { text: string; headings: string[]; titles: string[]; language: string | null };

/** Enough to know what a document is about; of a longer one every second page is read, or third. */
const SAMPLE_CHARACTERS = 200_000;

/** Suggests tags without a model, at most six a group: words that the document itself uses, best first. */
export function suggestTags(
  extraction: Pick<Extraction, "pages" | "title" | "language">,
  name: string,
): SuggestedTags {
  const source = toSource(extraction, name);
  const { partners, products } = findNames(source);
  return {
    distributionPartnerTags: partners,
    productTags: products,
    topicTags: findTopics(source, [...partners, ...products]),
    stateTags: findStates(source),
  };
}

function toSource(
  { pages, title, language }: Pick<Extraction, "pages" | "title" | "language">,
  name: string,
): TagSource {
  const headings: string[] = [];
  const texts: string[] = [];
  const length = pages.reduce((sum, page) => sum + page.text.length, 0);
  const step = Math.max(1, Math.ceil(length / SAMPLE_CHARACTERS));
  for (const page of pages.filter((_, index) => index % step === 0))
    for (const block of page.blocks) {
      const text = page.text.slice(block.start, block.end);
      if (block.type === "heading") headings.push(text.replace(/\s+/g, " "));
      else texts.push(text);
    }
  const bare = name
    .replace(/^.*[/\\]/, "")
    .replace(/\.[a-z]+$/i, "")
    .replace(/[_-]+/g, " ");
  return {
    text: texts.join("\n").slice(0, 2 * SAMPLE_CHARACTERS),
    headings,
    titles: title === null ? [bare] : [title, bare],
    language,
  };
}
