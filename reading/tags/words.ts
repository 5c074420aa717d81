/** Words that a document has in lower case inside its sentences, by their stems; web addresses are excluded. */
export function ordinaryWords(text: string): Set<string> {
  const words = new Set(text.match(/(?<![\wÀ-џ'’.@/-])[a-zß-öø-ÿα-ωа-џ]{3,}(?![\wÀ-џ@]|\.[a-z])/g));
  return new Set([...words].map(stemOf));
}

/** Singular and plural of a word are one. */
export const stemOf = (word: string) =>
  word
    .replace(/ies$/, "y")
    .replace(/(x|ch|sh|ss)es$/, "$1")
    .replace(/([^s])s$/, "$1");
