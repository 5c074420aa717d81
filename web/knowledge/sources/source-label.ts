import type { Citation } from "#contract/answering/answers.ts";
import { formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";

/** The page as a PDF reader numbers it; Word and text files are cited by section. */
const placeFacts = ({ page, section }: Pick<Citation, "page" | "section">) => [
  page === null ? "" : `page ${page}`,
  section,
];

export function placeOf(citation: Pick<Citation, "page" | "section">): string {
  return joinFacts(placeFacts(citation));
}

/** Document name, score and page, as the specification labels a citation. */
export function labelOf(citation: Citation): string {
  return [citation.documentName, placeOf(citation), `score ${citation.score.toFixed(2)}`]
    .filter(Boolean)
    .join(", ");
}

/** The page or section, the cited version and its date. */
export function placeAndVersionOf(citation: Citation): string {
  const { version, uploadedOn } = citation;
  // a recorded day has no time, and must not shift to the day before in western time zones
  const day = uploadedOn === null ? "" : formatDate(`${uploadedOn}T12:00:00`);
  // the first version has nothing to be told from; its day says which one it was
  return joinFacts([...placeFacts(citation), version > 1 ? `version ${version}` : "", day]);
}
