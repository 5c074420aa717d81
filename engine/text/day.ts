const languages = ["en", "de", "fr", "es", "it", "pt", "nl"];
let known: ReadonlyMap<string, number> | undefined;
/** The names of months, made when the first document states a day: most processes never need them. */
function months(): ReadonlyMap<string, number> {
  known ??= new Map(
    languages.flatMap((language) =>
      (["long", "short"] as const).flatMap((form) => {
        const write = new Intl.DateTimeFormat(language, { month: form, timeZone: "UTC" });
        return Array.from({ length: 12 }, (_, month): [string, number] => [
          write.format(Date.UTC(2000, month)).toLowerCase().replace(/\.$/, ""),
          month + 1,
        ]);
      }),
    ),
  );
  return known;
}

/** A day, a month or a year as people write it: '2024-12-31', '31.12.2024', 'December 31, 2024', '31 de diciembre de 2024', 'May 2024'. */
export const writtenDay = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}|(?:\d{1,2}(?:st|nd|rd|th|\.|º)? (?:of |de )?)?\p{L}{3,12}\.?(?: \d{1,2}(?:st|nd|rd|th)?,?)?(?: de)? \d{4}|(?:19|20)\d{2})(?!\d)`;

/**
 * The last day that a written one may mean, as YYYY-MM-DD: the end of a month or year that is named without a day, and the
 * later of the two where day and month can't be told apart. Null if there is no such day.
 */
export function lastDayOf(written: string): string | null {
  const text = written.toLowerCase();
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const named = words.flatMap((word) => months().get(word) ?? [])[0];
  if (words.length > 0 && named === undefined) return null;
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const year = numbers.find((number) => number > 999);
  if (year === undefined) return null;
  const others = numbers.filter((number) => number !== year);
  if (named !== undefined) return dayOf(year, named, others[0]);
  const [first, second] = others;
  if (first === undefined || second === undefined) return dayOf(year, 12, undefined);
  if (text.startsWith(String(year))) return dayOf(year, first, second);
  const dayFirst = dayOf(year, second, first);
  const monthFirst = text.includes("/") ? dayOf(year, first, second) : null;
  return monthFirst !== null && (dayFirst === null || monthFirst > dayFirst) ? monthFirst : dayFirst;
}

function dayOf(year: number, of: number, day: number | undefined): string | null {
  const last = new Date(Date.UTC(year, of, 0)).getUTCDate();
  if (of < 1 || of > 12 || (day ?? last) < 1 || (day ?? last) > last) return null;
  return new Date(Date.UTC(year, of - 1, day ?? last)).toISOString().slice(0, 10);
}
