/**
 * The position of a run of words in a text (UTF-16 code units), whatever white space separates them there; null if absent. The
 * first word may end a longer one and the last may begin one, as beside quotation marks and full stops.
 */
export function locateWords(
  text: string,
  words: string,
  { caseSensitive }: { caseSensitive: boolean },
): { start: number; end: number } | null {
  const fold = (word: string) => (caseSensitive ? word : word.toLowerCase());
  const wanted = words.split(/\s+/).filter(Boolean).map(fold);
  const [first = "", ...rest] = wanted;
  if (first === "") return null;
  const tokens = [...text.matchAll(/\S+/g)].map(({ 0: token, index }) => ({
    token: fold(token),
    start: index,
  }));
  for (const [at, { token, start }] of tokens.entries()) {
    if (rest.length === 0) {
      const inside = token.indexOf(first);
      if (inside >= 0) return { start: start + inside, end: start + inside + first.length };
      continue;
    }
    if (!token.endsWith(first)) continue;
    const last = tokens[at + rest.length];
    const isRun = rest.every((word, place) => {
      const other = tokens[at + 1 + place]?.token ?? "";
      return place === rest.length - 1 ? other.startsWith(word) : other === word;
    });
    if (isRun && last !== undefined)
      return { start: start + token.length - first.length, end: last.start + (rest.at(-1) ?? "").length };
  }
  return null;
}
