/** A bullet, number or letter before an item of a list. */
export const bullet = /^(?:[-•*–]|\(?(?:\p{L}|\d{1,3})[.)])\s+/u;

/** 'You need:' has no content without the list after it. */
export const leadsOn = (sentence: string) => /:["”’*_]{0,3}$/.test(sentence);

export const isItem = (sentence: string) => bullet.test(sentence);

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
