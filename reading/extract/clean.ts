import type { Warning } from "./extraction.ts";

/** Characters that readers can't see but a search or a model would: zero-width runs, bidi overrides, Unicode tags. */
const TAGS = /[\u{E0000}-\u{E007F}]/gu;
const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;
const ZERO_WIDTH = /[\u200B\u2060-\u2064\uFEFF\u00AD\u180E]/g;
// Joiners shape Arabic and Indic words; between other letters they only hide content.
const STRAY_JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Extended_Pictographic}\p{M}])[\u200C\u200D]/gu;
const CONTROL = /[\0-\x08\x0B\x0E-\x1F\x7F-\x9F]/g; // eslint-disable-line no-control-regex
const ESCAPES = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])/g; // eslint-disable-line no-control-regex
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const SUSPECT =
  /[\0-\x08\x0B-\x1F\x7F-\x9F\xAD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uD800-\uDFFF\uFEFF]/; // eslint-disable-line no-control-regex

/** Counts of the removed characters, reported once per file. */
export type Removed = { control: number; invisible: number };

export const nothingRemoved = (): Removed => ({ control: 0, invisible: 0 });

/**
 * Removes characters that can't be seen or stored and counts them in `removed`. Form feeds stay: they are page breaks.
 */
export function cleanText(text: string, removed: Removed): string {
  if (!SUSPECT.test(text)) return text;
  const replaced = (from: string, pattern: RegExp, by: string, count: keyof Removed | null): string =>
    from.replace(pattern, () => {
      if (count !== null) removed[count]++;
      return by;
    });
  let out = replaced(text, ESCAPES, "", "control");
  out = replaced(out, CONTROL, "", "control");
  out = replaced(out, TAGS, "", "invisible");
  out = replaced(out, OVERRIDES, "", "invisible");
  // A zero-width space or soft hyphen is common and harmless; runs of them carry messages.
  out = out.replace(/[\u200B-\u200D\u2060-\u2064\uFEFF]{4,}/g, (run) => {
    removed.invisible += run.length;
    return "";
  });
  out = replaced(out, ZERO_WIDTH, "", null);
  out = replaced(out, STRAY_JOINER, "", null);
  return replaced(out, LONE_SURROGATE, "�", "control");
}

export function removedWarnings(removed: Removed): Warning[] {
  const warnings: Warning[] = [];
  if (removed.control > 0)
    warnings.push({
      code: "control_characters",
      message:
        removed.control === 1
          ? "1 control character was removed from the text."
          : `${removed.control} control characters were removed from the text.`,
    });
  if (removed.invisible > 0)
    warnings.push({
      code: "invisible_characters",
      message:
        removed.invisible === 1
          ? "1 invisible character, which can hide text from readers, was removed."
          : `${removed.invisible} invisible characters, which can hide text from readers, were removed.`,
    });
  return warnings;
}
