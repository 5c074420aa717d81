/**
 * Words of negation, obligation and permission in rules, as pattern parts: one list for all code that compares sentences.
 */

/** Negate the words near them. */
export const denying = String.raw`no|not|never|neither|nor|none|nobody|nothing|cannot|\w+n['’]t`;
/** Negate the words before them ('smoking is prohibited'). */
export const forbidden = "prohibited|forbidden|excluded";

/** Deny by themselves: 'payment is blocked' and 'no payment is made' may say the same. */
export const denyingInEffect =
  "without|free of|free from|exempt(?:ed|s)?|(?:block|refus|reject|declin|waiv|prevent|avoid|escap|stop|ceas|laps|bann|barr|lack|fail|miss)(?:e|es|s|ed|ing)?|los(?:e|es|t)";

/** Auxiliaries. */
export const binding = String.raw`must|shall|ha(?:s|ve) to|(?:is|are) (?:required|obliged) to|needs? to`;
export const freeing = "may|can|could|might";

export const duties = new RegExp(
  String.raw`\b(?:${binding}|requires?|required|mandatory|obliged|obligation)\b`,
  "i",
);
export const freedoms = new RegExp(String.raw`\b(?:${freeing}|optional|allowed|permitted)\b`, "i");

/** 'Yes.', 'Generally no,' before the statement. */
export const leadingVerdict = /^(?:\p{L}+,? )?(?:yes|no)[.,;:] /iu;
