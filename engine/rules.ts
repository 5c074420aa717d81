/** Hand-written language rules. `npm run bench -- rules` switches each off and prints its gain. */
export type Rule = keyof typeof rules;

/** One line each. Delete a rule that gains nothing in the table; add none without a row in it. */
export const rules = {
  capitals: "a question in small letters gets capitals where a title has the word",
  names: "words with a capital point at documents more strongly",
  "unknown names": "a name that no document holds is said, and asks for better passages",
  "unknown words": "so is a word that no document holds and nothing in the passages resembles",
  "naming terms": "words that only name a document count a tenth",
  naming: "of documents one is named, so the others are not quoted",
  preamble: "greetings and stories are set apart from the question",
  misspelled: "a word that nothing knows is read as one a slip away",
  "asking words": "'explain' and 'tell me' count less",
  "word vectors": "words that mean alike are near each other",
  "question parts": "two questions in one are searched for one by one",
  "answer types": "'how much' is answered by an amount",
  "form declines": "no amount near: declined",
} as const;

const off = new Set<Rule>();

export const isOn = (rule: Rule): boolean => !off.has(rule);

/** Runs `work` with one rule switched off; for measurements only. */
export function without<T>(rule: Rule | null, work: () => T): T {
  if (rule === null) return work();
  off.add(rule);
  try {
    return work();
  } finally {
    off.delete(rule);
  }
}
