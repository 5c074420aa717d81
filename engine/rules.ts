/** Hand-written language rules. `npm run bench -- rules` switches each off and prints its gain. */
export type Rule = keyof typeof rules;

/** One line each. Delete a rule that gains nothing in the table; add none without a row in it. */
export const rules = {
  capitals: "lowercase words of a question are capitalized if a title contains them",
  names: "capitalized words are stronger evidence for a document",
  "unknown names": "a name that no document contains is reported, and raises the bar for passages",
  "unknown words": "a word that no document contains and nothing in the passages resembles is reported too",
  "naming terms": "words that only name a document count for a tenth",
  naming: "if the question names one document, the others are not quoted",
  preamble: "greetings and background stories are separated from the question",
  misspelled: "an unknown word is read as a known one that is a typing error away",
  "asking words": "words such as 'explain' and 'tell me' count less",
  "word vectors": "words of similar meaning match each other",
  relatives: "a word that the theme lacks finds those of its family: 'bankrupt' finds 'bankruptcy'",
  compounds: "a German, Dutch or Swedish compound matches its parts",
  "question parts": "two questions in one are searched for separately",
  "answer types": "'how much' asks for an amount",
  definitions: "'what is X' is answered by a sentence that begins with X and says what it is",
  "change histories": "a document's change history answers only a question about changes",
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
