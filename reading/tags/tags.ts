import type { Extraction } from "#reading/extract/extraction.ts";
import { findHeadingTopics } from "./heading-topics.ts";
import { findNames } from "./names.ts";
import { toSource } from "./source.ts";
import { findStates } from "./states.ts";
import { findTopics } from "./topics.ts";

export type SuggestedTags = {
  distributionPartnerTags: string[];
  productTags: string[];
  topicTags: string[];
  stateTags: string[];
};

/**
 * Suggests tags without a model, at most six per group and twelve states: words from the document itself, best first.
 */
export function suggestTags(
  extraction: Pick<Extraction, "pages" | "title" | "language">,
  name: string,
): SuggestedTags {
  const source = toSource(extraction, name);
  const { partners, products } = findNames(source);
  // a text too short for language detection is read as English
  const isEnglish = extraction.language === null || extraction.language === "en";
  return {
    distributionPartnerTags: partners,
    productTags: products,
    topicTags: isEnglish ? findTopics(source, [...partners, ...products]) : findHeadingTopics(source),
    stateTags: findStates(source),
  };
}
