const UNSPACED = /[\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFF60]/;

/**
 * Joins two lines of one paragraph: with a space between words, without one in Chinese and Japanese, inside a hyphenated word,
 * a date or a span of figures (`06:00–` and `14:00`).
 */
export function characterJoin(before: string, after: string, hyphen: boolean): string {
  if (hyphen || (/\d[-–]$/.test(before) && /^\d/.test(after))) return before + after;
  return UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.slice(0, 1))
    ? before + after
    : `${before} ${after}`;
}
