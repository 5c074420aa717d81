import type { HelpItem } from "#contract/operation/help.ts";

/** Items with every word in their title or text, in any case and order; all of them without a word. */
export function matching(items: HelpItem[], words: string): HelpItem[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ title, content }) => {
    const text = `${title} ${content}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
