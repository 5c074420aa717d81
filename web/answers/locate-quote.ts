/** Where a quote stands in a text, whatever white space lies between its words; null when it does not. */
export function locateQuote(text: string, quote: string): { start: number; end: number } | null {
  if (quote === "") return null;
  const exact = text.indexOf(quote);
  if (exact >= 0) return { start: exact, end: exact + quote.length };
  const words = quote
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return null;
  const found = new RegExp(words.join("[\\s|]+"), "u").exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}
