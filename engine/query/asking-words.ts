import { isOn } from "#engine/rules.ts";
import everydayWords from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { analyze, termsOf } from "#engine/text/analyze.ts";
import { english } from "#engine/text/language.ts";
import type { Language } from "#engine/text/language.ts";

// Halving is enough: between 0.25 and 0.5 nothing moved, 1 lost 0.006 of Recall@10 on obliqa and 0.012 on pdpa.
const ASKING_WEIGHT = 0.5;

// Words people wrap a question in. They are rare in policies, so their rarity alone would make them count for much.
const ASKING_WORDS = new Set(
  analyze(
    "specify specific specifically ensure expect expected expectation regard regarding example context clarify " +
      "clarification detail detailed particular particularly constitute elaborate outline please provide explain " +
      "explanation describe description key illustrate handle especially still align adhere beyond consider " +
      "considered different involve criteria best practice process step guidance instance term case follow following " +
      "current currently type kind define definition mean typical typically necessary need help understand scenario " +
      "situation happen allow common factor aspect additional approach",
  ),
);

// Words of everyday talk. Where no passage holds them nothing is missing; the words above, unknown to a text, are part of
// what it is asked for (pdpa's near misses: AUC .550 with, .537 without them).
const EVERYDAY_WORDS = new Set(
  analyze(
    "usually normally generally actually exactly really simply basically maybe perhaps roughly approximately tell know " +
      "wonder someone somebody anyone anybody everyone everybody nobody something anything everything nothing thing " +
      "myself yourself himself herself ourselves yourselves themselves want rid",
  ),
);

// Verbs that say next to nothing without what stands beside them, and what stands there ('go away', 'come in', 'get out'):
// rare in documents, they would count for more than what is asked. Halved they move none of the six sets.
const LIGHT_WORDS = new Set(
  analyze(
    "get gets got getting go goes going gone went come comes coming came put puts let out up away off back",
  ),
);

/** How much a term counts for what it says about the question's subject: 1, or less for a word of asking. */
export function askingFactor(term: string, language: Language = english): number {
  if (!isOn("asking words")) return 1;
  return (language === english && ASKING_WORDS.has(term)) || isEveryday(term, language) ? ASKING_WEIGHT : 1;
}

/** Whether a question loses nothing with this term. */
export function isEveryday(term: string, language: Language = english): boolean {
  if (!isOn("asking words")) return false;
  if (language !== english) return everydayOf(language).has(term);
  return EVERYDAY_WORDS.has(term) || LIGHT_WORDS.has(term);
}

const wordLists: Record<string, string[] | undefined> = everydayWords;
const everyday = new Map<string, ReadonlySet<string>>();

/** For other languages the long lists of stopwords-iso stand in for the words above: words of talk, dropped from no index. */
function everydayOf(language: Language): ReadonlySet<string> {
  const known = everyday.get(language.code) ?? termsOf((wordLists[language.code] ?? []).join("\n"), language);
  everyday.set(language.code, known);
  return known;
}

const MEASURE =
  /\bhow\s+(?:long|much|many|often|frequently|soon|quickly|fast|late|early|far|old|large|big|high)\b/giu;

/** The question without words of measure behind 'how': an answer says 'ten days', not 'long'. */
export function withoutMeasure(question: string): string {
  return question.replace(MEASURE, "how");
}
