import type { Citation } from "#contract/answers.ts";
import { formatDate } from "../ui/format.ts";

/** The page a PDF reader shows; Word and text files are cited by section. */
export function placeOf({ page, section }: Pick<Citation, "page" | "section">): string {
  return [page === null ? "" : `page ${page}`, section ?? ""].filter(Boolean).join(" · ");
}

/** Document name, score and page, as the specification labels a citation. */
export function labelOf(citation: Citation): string {
  return [citation.documentName, placeOf(citation), `score ${citation.score.toFixed(2)}`]
    .filter(Boolean)
    .join(", ");
}

/** Which version was cited, and when it came. */
export function versionOf({ version, uploadedOn }: Pick<Citation, "version" | "uploadedOn">): string {
  // a day of the record has no hour, and must not become the day before in a zone west of it
  const day = uploadedOn === null ? "" : ` · ${formatDate(`${uploadedOn}T12:00:00`)}`;
  return `version ${version}${day}`;
}
