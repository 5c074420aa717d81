const longestName = 80;
const named = 3;
/** A version or a date at the end of a file's name. */
const ending =
  /[\s_-]{1,3}(?:v\d{1,3}(?:\.\d{1,3})?|final|copy|draft|\(\d{1,3}\)|(?:19|20)\d{2}(?:-\d{2}){0,2})$/i;

/** What a theme of these files could be called, and what it is for. */
export function proposalOf(fileNames: string[]): { name: string; purpose: string } {
  const titles = [...new Set(fileNames.map(titleOf).filter((title) => title !== ""))];
  const [first = "New theme"] = titles;
  const others = Math.max(0, titles.length - 1);
  const name = others === 0 ? first : others === 1 ? titles.join(" and ") : `${first} and ${others} more`;
  const shown =
    titles.length <= named ? titles : [...titles.slice(0, named), `${titles.length - named} more documents`];
  return {
    name: name.length <= longestName ? name : first.slice(0, longestName).trim(),
    purpose: titles.length === 0 ? "" : `Answers questions from ${new Intl.ListFormat("en").format(shown)}.`,
  };
}

function titleOf(fileName: string): string {
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
