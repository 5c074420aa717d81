function isConsonant(word: string, at: number): boolean {
  const letter = word.charAt(at);
  if ("aeiou".includes(letter)) return false;
  return letter !== "y" || at === 0 || !isConsonant(word, at - 1);
}

/** The m of the published algorithm: how many times a vowel run is followed by a consonant run. */
function measure(stem: string): number {
  let count = 0;
  let previousVowel = false;
  for (let at = 0; at < stem.length; at++) {
    const consonant = isConsonant(stem, at);
    if (consonant && previousVowel) count++;
    previousVowel = !consonant;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at++) if (!isConsonant(stem, at)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word.charAt(last) === word.charAt(last - 1) && isConsonant(word, last);
}

/** Ends consonant-vowel-consonant, the last not w, x or y: such a stem takes back its e (hop-ing, hope-ful). */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last > 1 &&
    isConsonant(word, last) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) &&
    !"wxy".includes(word.charAt(last))
  );
}

type Rule = readonly [suffix: string, replacement: string];

const STEP_2: readonly Rule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["logi", "log"],
];

const STEP_3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

/** The longest ending decides, as published: "ement" before "ment" before "ent". */
const STEP_4 = "al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize"
  .split(" ")
  .toSorted((a, b) => b.length - a.length);

function replaceSuffix(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return measure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}

function dropPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function dropTense(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = ["ed", "ing"].find((ending) => word.endsWith(ending));
  if (!suffix) return word;
  const stem = word.slice(0, -suffix.length);
  if (!hasVowel(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function dropEnding(word: string): string {
  const suffix = STEP_4.find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const kept = suffix === "sion" || suffix === "tion" ? 1 : 0;
  const stem = word.slice(0, word.length - suffix.length + kept);
  return measure(stem) > 1 ? stem : word;
}

function tidy(word: string): string {
  let result = word;
  if (result.endsWith("e")) {
    const stem = result.slice(0, -1);
    const m = measure(stem);
    if (m > 1 || (m === 1 && !endsShort(stem))) result = stem;
  }
  return measure(result) > 1 && endsDouble(result) && result.endsWith("l") ? result.slice(0, -1) : result;
}

/**
 * The stem of a lower-case English word of a to z: M. F. Porter, "An algorithm for suffix stripping", Program 14
 * (1980), with the two changes its author made since (bli for abli, and logi). Shorter than three letters: unchanged.
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  let result = dropTense(dropPlural(word));
  if (result.endsWith("y") && hasVowel(result.slice(0, -1))) result = `${result.slice(0, -1)}i`;
  result = replaceSuffix(result, STEP_2);
  result = replaceSuffix(result, STEP_3);
  return tidy(dropEnding(result));
}
