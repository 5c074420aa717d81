import type { Failure } from "./extraction.ts";

/** More than any real policy document: the longest of 349 measured files had 619 pages and 1.8 M characters. */
export const MAX_PAGES = 5_000;
const MAX_CHARACTERS = 20_000_000;

/** Thrown by a reader that can't continue; `extractBytes` turns it into an outcome. */
export class Unreadable extends Error {
  readonly failure: Failure;
  constructor(reason: Failure["reason"], message: string, more: Pick<Failure, "scannedPages"> = {}) {
    super(message);
    this.name = "Unreadable";
    this.failure = { reason, message, ...more };
  }
}

/** Receives progress: the number of pages read, from 1, and the page count. */
export type OnProgress = (read: number, all: number) => void;

/** Counts characters during reading and stops a file with too many. */
export function characterBudget(limit = MAX_CHARACTERS): (characters: number) => void {
  let left = limit;
  return (characters) => {
    left -= characters;
    if (left < 0)
      throw new Unreadable(
        "limit",
        `This file holds more than ${limit / 1_000_000} million characters. Split it into smaller documents.`,
      );
  };
}

/** Word count as a reader would count; each Chinese, Japanese or Korean character is one. */
export function countWords(text: string): number {
  const words = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*/gu,
  );
  return words === null ? 0 : words.length;
}
