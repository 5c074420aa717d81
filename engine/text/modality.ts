/** The words in which rules deny, bind and leave free, as parts of patterns: one list for all that compares sentences. */

/** Deny what stands beside them. */
export const denying = String.raw`no|not|never|neither|nor|none|nobody|nothing|cannot|\w+n['’]t`;
/** Deny what stands before them ('smoking is prohibited'). */
export const forbidden = "prohibited|forbidden|excluded";

/** Auxiliaries. */
export const binding = "must|shall";
export const freeing = "may|can|could|might";

export const duties = new RegExp(
  String.raw`\b(?:${binding}|requires?|required|mandatory|obliged|obligation)\b`,
  "i",
);
export const freedoms = new RegExp(String.raw`\b(?:${freeing}|optional|allowed|permitted)\b`, "i");

/** 'Yes.', 'Generally no,' before what is said. */
export const leadingVerdict = /^(?:\p{L}+,? )?(?:yes|no)[.,;:] /iu;
