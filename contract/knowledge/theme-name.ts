const longestName = 80;
/** A version or a date at the end of a file's name. */
const ending =
  /[\s_-]{1,3}(?:v\d{1,3}(?:\.\d{1,3})?|final|copy|draft|\(\d{1,3}\)|(?:19|20)\d{2}(?:-\d{2}){0,2})$/i;

/** What a theme of documents with these titles is called. */
export function themeName(titles: readonly string[]): string {
  const different = [...new Set(titles.filter((title) => title !== ""))];
  const [first = "New theme", second] = different;
  const others = different.length - 2;
  const name =
    second === undefined
      ? first
      : others === 0
        ? `${first} and ${second}`
        : `${first} and ${others + 1} more`;
  return name.length <= longestName ? name : first.slice(0, longestName).toWellFormed().trim();
}

/** A file's name as a title: without its type, version and date. */
export function titleOfFile(fileName: string): string {
  let title = fileName
    .replace(/\.[a-z]{3,4}$/i, "")
    .replaceAll("_", " ")
    .trim();
  for (let before = ""; before !== title;) {
    before = title;
    title = title.replace(ending, "").trim();
  }
  return title.charAt(0).toUpperCase() + title.slice(1);
}
