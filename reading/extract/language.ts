/** The commonest short words of each language; enough to identify running text of a page or more. */
const COMMON: Record<string, string> = {
  en: "the of and to in that is for with are this shall or be as by on not any from",
  de: "der die und das den von mit ist nicht für ein eine dem des auf werden sich oder im zu",
  fr: "le la les des et est une dans pour que qui sur par pas plus avec sont aux ce du",
  es: "el la los las de que en una por con para es del se no al lo como más sus",
  it: "il di che la per una sono del della con non gli nel alla si dei come anche le delle",
  pt: "o de que os uma para com não em da do por se na no ao mais dos das é",
  nl: "de het een van en dat is niet op te zijn voor met die aan ook door worden bij om",
  sv: "och att det som en är av för på med till den inte har de om ett var i ska",
  pl: "i w na nie się do że z jest o to jak po za od oraz przez dla lub są",
};
const SCRIPTS: [RegExp, string][] = [
  [/[\u3040-\u30ff]/g, "ja"],
  [/[\uac00-\ud7af]/g, "ko"],
  [/[\u4e00-\u9fff]/g, "zh"],
  [/[\u0590-\u05ff]/g, "he"],
  [/[\u0600-\u06ff]/g, "ar"],
  [/[\u0370-\u03ff]/g, "el"],
  [/[\u0e00-\u0e7f]/g, "th"],
  [/[\u0400-\u04ff]/g, "ru"],
];
/** Sampled in three places: a file often begins with a title and a long table of contents. */
const SAMPLE = 24_000;
/** Fewer words are not enough evidence. Of the measured English files, the one with the most tables has a share of 0.13. */
const ENOUGH_WORDS = 20;
const ENOUGH_SHARE = 0.12;

const LISTS = Object.entries(COMMON).map(([code, words]) => ({ code, words: new Set(words.split(" ")) }));

/** ISO 639-1 code of the text's main language, or null if unclear. */
export function guessLanguage(text: string): string | null {
  const sample = text.length <= SAMPLE ? text : [0, 0.4, 0.8].map((at) => slice(text, at)).join("\n");
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  for (const [pattern, code] of SCRIPTS)
    if ((sample.match(pattern)?.length ?? 0) > letters * 0.2) return code;
  if (words.length < ENOUGH_WORDS) return null;
  let best: { code: string; hits: number } | null = null;
  for (const list of LISTS) {
    const hits = words.reduce((sum, word) => sum + (list.words.has(word) ? 1 : 0), 0);
    if (best === null || hits > best.hits) best = { code: list.code, hits };
  }
  return best !== null && best.hits >= words.length * ENOUGH_SHARE ? best.code : null;
}

function slice(text: string, share: number): string {
  const from = Math.floor(text.length * share);
  return text.slice(from, from + SAMPLE / 3);
}
