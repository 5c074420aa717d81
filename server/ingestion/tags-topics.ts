import type { TagSource } from "./tags.ts";

const STOP = new Set(
  "a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing down during each either etc every few for from further had has have having he her here him his how however i if in into is it its itself just may me might more most must my neither no nor not now of off on once one only or other our out over own per same shall she should since so some such than that the their them then there these they this those through thus to too under until up upon us very was we were what when where whether which while who whom whose why will with within without would you your yes new used using use uses including include includes included based following see set given make made well many much several various please contact collect first second third two three four five six seven eight nine ten another around via e.g i.e eg ie non pursuant thereof hereof herein thereto hereby therein respect applicable".split(
    " ",
  ),
);
/** Words of layout and of every report: a phrase with one of them is no topic. */
const LAYOUT = new Set(
  "page pages section sections table tables figure figures item items note notes chapter part parts appendix exhibit annex example examples year years month months day days date quarter ended million millions billion thousand percent total number numbers amount amounts jan january feb february march april june july august september october november december continued copyright reserved hereto hereinafter hereunder party parties referred principal prior written consent registered office address line print agrees acknowledges wishes subject matter york states united www http https com org pdf fiscal end previous next contents index version draft inc llc ltd corp company corporation refer accompanying paragraph accordance results respectively approximately primarily".split(
    " ",
  ),
);
const MOST = 8;
/** A heading says what its section is about: worth this many mentions. */
const HEADING_WEIGHT = 4;

/** `plain` is set once it occurs in small letters: what never does is a name, not a topic. */
type Phrase = { words: string[]; weight: number; count: number; plain: boolean };

/** Key phrases of two to four words that recur, headings weighing more; `names` are tagged elsewhere already. */
export function findTopics({ text, headings, titles, language }: TagSource, names: string[]): string[] {
  const phrases = new Map<string, Phrase>();
  const known = new Set(names.map((name) => name.toLowerCase()));
  for (const heading of new Set(headings)) collect(strip(heading), HEADING_WEIGHT, phrases);
  for (const title of titles) collect(title, HEADING_WEIGHT, phrases);
  // The stop words are English: elsewhere only headings are phrases by themselves.
  const running = language === "en" || language === null;
  if (running) collect(text, 1, phrases);
  const least = Math.max(2, Math.min(10, Math.round(text.length / 40_000)));
  const ranked = [...phrases]
    .filter(
      ([phrase, { count, weight, plain }]) =>
        (plain || !running) && (count >= least || weight >= HEADING_WEIGHT * 2) && !known.has(phrase),
    )
    .map(([phrase, { words, weight }]) => ({
      phrase,
      words,
      score: weight * (1 + 0.25 * (words.length - 2)),
    }))
    .sort((a, b) => b.score - a.score);
  const topics: typeof ranked = [];
  for (const next of ranked) {
    if (topics.length >= MOST) break;
    if (!topics.some((topic) => isSame(topic.words, next.words))) topics.push(next);
  }
  return topics.map((topic) => topic.phrase);
}

function collect(text: string, weight: number, phrases: Map<string, Phrase>): void {
  for (const clause of text.split(/[^\p{L}\p{N}\s'’-]+|\n{2,}|\t/u)) {
    let run: string[] = [];
    const flush = () => {
      for (let from = 0; from < run.length; from++)
        for (let length = 2; length <= 4 && from + length <= run.length; length++)
          add(run.slice(from, from + length), weight, phrases);
      run = [];
    };
    for (const raw of clause.split(/\s+/)) {
      const word = raw.replace(/^['’-]+|['’-]+$|['’]s$/g, "");
      const low = word.toLowerCase();
      if (word.length < 3 || !/^\p{L}[\p{L}’'-]*$/u.test(word) || STOP.has(low) || LAYOUT.has(low)) flush();
      else run.push(word);
    }
    flush();
  }
}

function add(words: string[], weight: number, phrases: Map<string, Phrase>): void {
  const written = words.join(" ");
  const key = written.toLowerCase();
  const phrase = phrases.get(key) ?? { words: key.split(" "), weight: 0, count: 0, plain: false };
  phrase.weight += weight;
  phrase.count++;
  phrase.plain ||= written === key;
  phrases.set(key, phrase);
}

const strip = (heading: string) =>
  heading.replace(
    /^(?:[\dIVXLC]+(?:\.\d+)*[.)]?|(?:section|article|item|chapter|part|appendix)\s+\S+)\s+/i,
    "",
  );

/** Two phrases that share most of their words say the same. */
function isSame(one: string[], other: string[]): boolean {
  const stems = new Set(one.map(stem));
  const shared = other.filter((word) => stems.has(stem(word))).length;
  return shared >= Math.min(one.length, other.length) - (Math.min(one.length, other.length) > 2 ? 1 : 0);
}

const stem = (word: string) =>
  word
    .replace(/ies$/, "y")
    .replace(/(x|ch|sh|ss)es$/, "$1")
    .replace(/([^s])s$/, "$1");
