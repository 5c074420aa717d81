/** A bullet, number or letter before an item of a list. */
export const bullet = /^(?:[-•*–]|\(?(?:\p{L}|\d{1,3})[.)])\s+/u;

/** 'You need:' has no content without the list after it. */
export const leadsOn = (sentence: string) => /:["”’*_]{0,3}$/.test(sentence);

/** Whether the line that ends at `end` is the header of a Markdown table: it has no content without its rows. */
export const isAboveRule = (text: string, end: number) =>
  /^[^\n]{0,40}\n\s{0,9}\|?\s{0,9}:?-{3}/.test(text.slice(end));

/** An item of a list, or a row of a table. */
export const isItem = (sentence: string) => bullet.test(sentence) || sentence.startsWith("|");

/** Reads sentences in order: `leadOf` gives the lead-in of the list that contains each, or null. */
export function followLeads(): { leadOf(sentence: string): string | null } {
  let lead: string | null = null;
  return {
    leadOf(sentence) {
      const own = isItem(sentence) ? lead : null;
      if (leadsOn(sentence)) lead = sentence.slice(0, -1);
      else if (!isItem(sentence)) lead = null;
      return own;
    },
  };
}
