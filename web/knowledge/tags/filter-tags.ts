import { STOP_WORDS } from "#engine/text/stop-words.ts";

/**
 * Tags that contain any of the words typed: words of 2 characters or fewer and common words are ignored; when none
 * remain all tags stay (docs/specification/answers.md).
 */
export function filterTags(tags: string[], typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word));
  if (words.length === 0) return tags;
  return tags.filter((tag) => words.some((word) => tag.toLowerCase().includes(word)));
}
