import { format, isDateFormat } from "numfmt";

/** Formats that the file names by number alone (ECMA-376 18.8.30). */
const BUILT_IN: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};

/** Days between the two calendars of Excel. */
const DAYS_TO_1904 = 1_462;

export type Formats = { custom: ReadonlyMap<number, string>; is1904: boolean };

/**
 * A number as its cell shows it: `15%`, `$25.00`, `2026-03-01`. The short date, which Excel shows by the reader's country, is
 * written year first, so that nobody confuses day and month.
 */
export function numberText(value: number, id: number, { custom, is1904 }: Formats): string {
  const pattern = custom.get(id) ?? BUILT_IN[id] ?? "General";
  try {
    const days = is1904 && isDateFormat(pattern) ? value + DAYS_TO_1904 : value;
    const shown = format(pattern, days, { throws: true }).replace(/\s+/g, " ").trim();
    // a format may show nothing, or widths that the sheet lacks; the value is what counts
    return /[\p{L}\p{N}]/u.test(shown) ? shown : String(value);
  } catch {
    return String(value);
  }
}
