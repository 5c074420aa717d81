/** Finds a quote in a text, ignoring white space and table bars between words; null if absent. */
export function locateQuote(text: string, quote: string): { start: number; end: number } | null {
  if (quote === "") return null;
  const exact = text.indexOf(quote);
  if (exact >= 0) return { start: exact, end: exact + quote.length };
  const [first = "", ...rest] = quote.split(/[\s|]+/).filter(Boolean);
  if (first === "") return null;
  const words = [...text.matchAll(/[^\s|]+/g)].map(({ 0: word, index }) => ({ word, start: index }));
  for (const [at, { word, start }] of words.entries()) {
    const last = words[at + rest.length];
    if (!word.endsWith(first) || last === undefined || rest.length === 0) continue;
    const isRun = rest.every((wanted, index) => {
      const found = words[at + 1 + index]?.word ?? "";
      return index === rest.length - 1 ? found.startsWith(wanted) : found === wanted;
    });
    if (isRun)
      return { start: start + word.length - first.length, end: last.start + (rest.at(-1) ?? "").length };
  }
  return null;
}
