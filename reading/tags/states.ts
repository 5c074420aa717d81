import { saidOfState } from "./states-said.ts";
import type { TagSource } from "./source.ts";

const STATES: [string, string][] = [
  ["AL", "Alabama"], ["AK", "Alaska"], ["AZ", "Arizona"], ["AR", "Arkansas"], ["CA", "California"], ["CO", "Colorado"],
  ["CT", "Connecticut"], ["DE", "Delaware"], ["DC", "District of Columbia"], ["FL", "Florida"], ["GA", "Georgia"],
  ["HI", "Hawaii"], ["ID", "Idaho"], ["IL", "Illinois"], ["IN", "Indiana"], ["IA", "Iowa"], ["KS", "Kansas"],
  ["KY", "Kentucky"], ["LA", "Louisiana"], ["ME", "Maine"], ["MD", "Maryland"], ["MA", "Massachusetts"],
  ["MI", "Michigan"], ["MN", "Minnesota"], ["MS", "Mississippi"], ["MO", "Missouri"], ["MT", "Montana"],
  ["NE", "Nebraska"], ["NV", "Nevada"], ["NH", "New Hampshire"], ["NJ", "New Jersey"], ["NM", "New Mexico"],
  ["NY", "New York"], ["NC", "North Carolina"], ["ND", "North Dakota"], ["OH", "Ohio"], ["OK", "Oklahoma"],
  ["OR", "Oregon"], ["PA", "Pennsylvania"], ["PR", "Puerto Rico"], ["RI", "Rhode Island"], ["SC", "South Carolina"],
  ["SD", "South Dakota"], ["TN", "Tennessee"], ["TX", "Texas"], ["UT", "Utah"], ["VT", "Vermont"], ["VA", "Virginia"],
  ["WA", "Washington"], ["WV", "West Virginia"], ["WI", "Wisconsin"], ["WY", "Wyoming"],
]; // prettier-ignore
const BY_CODE = new Map(STATES);
const BY_NAME = new Map(STATES.map(([, name]) => [name.toLowerCase(), name]));
const CODES = STATES.map(([code]) => code).join("|");
const NAMES = new RegExp(
  `\\b(${["Washington,? D\\.?C\\b\\.?", ...STATES.map(([, name]) => name)].sort((a, b) => b.length - a.length).join("|")})\\b`,
  "g",
);
/** Codes that aren't words, degrees or company suffixes are accepted before residents. */
const CODE_OF_PEOPLE =
  /\b(A[KRZ]|C[AT]|DC|FL|GA|I[AL]|K[SY]|M[INT]|N[CDEHJMVY]|PA|RI|S[CD]|T[NX]|UT|W[AIVY])(?= (?:only|residents?|policyholders?|customers|consumers|law|insureds?)\b)/g;
const LIST_OF_CODES = new RegExp(`\\b((?:(?:${CODES})(?:, | and |, and |/)){2,}(?:${CODES}))\\b`, "g");

/** Enough for a company that works in a dozen states: if a list were cut off, the rest would not be found. */
export const mostStates = 12;
/** A state in the title is the document's subject. */
const IN_TITLE = 10;
const IN_HEADING = 2;
/** Longer bold text is a sentence or a run of cells. */
const LONGEST_HEADING = 90;
/** A passing mention: five of them count as much as one sentence that states where the document applies. */
const IN_PASSING = 0.2;
/** In a text of up to ten pages a single sentence is enough; a longer one mentions many places. */
const SHORT_CHARACTERS = 25_000;
/** In a long document a state in only one sentence isn't the document's subject. */
const WORDS_PER_MENTION = 6_000;

export const stateNames: readonly string[] = STATES.map(([, name]) => name);

/** A state by its name or its code, in the form used in tags; null if it isn't one. */
export function stateNamed(tag: string): string | null {
  return BY_CODE.get(tag) ?? BY_NAME.get(tag.toLowerCase()) ?? null;
}

/** US states where the document applies: stated, listed, or named by its headings and table rows. */
export function findStates({ text, headings, titles, rows }: TagSource): string[] {
  const counts = new Map<string, number>();
  const add = (name: string, weight: number) => counts.set(name, (counts.get(name) ?? 0) + weight);
  const isShort = text.length < SHORT_CHARACTERS;
  for (const { name, isApplied } of inText(text, isShort)) add(name, isApplied ? 1 : IN_PASSING);
  for (const heading of headings.filter(({ length }) => length <= LONGEST_HEADING))
    for (const { name } of inText(heading, isShort)) add(name, IN_HEADING);
  for (const title of titles) for (const { name } of inText(title, isShort)) add(name, IN_TITLE);
  for (const [first = ""] of rows) add(stateNamed(first) ?? "", 1);
  counts.delete("");
  const least = Math.max(1, text.length / 6 / WORDS_PER_MENTION);
  const ranked = [...counts].filter(([, weight]) => weight >= least - 0.01).sort((a, b) => b[1] - a[1]);
  // More is a nationwide form: only clearly prominent states count.
  const usual = ranked.length > mostStates ? (ranked[Math.floor(ranked.length / 2)]?.[1] ?? 0) : 0;
  return ranked
    .filter(([, weight]) => weight >= usual * 3)
    .slice(0, mostStates)
    .map(([name]) => name);
}

/**
 * Mentions that aren't addresses, courts or places of incorporation. Three in a row are a list of places where it applies.
 */
function inText(text: string, isShort: boolean): { name: string; isApplied: boolean }[] {
  const found: { name: string; isApplied: boolean }[] = [];
  let list: typeof found = [];
  let end = -1;
  const close = () => {
    const isApplied = list.length > 2 || list.some((mention) => mention.isApplied);
    for (const { name } of list) found.push({ name, isApplied });
    list = [];
  };
  for (const match of text.matchAll(NAMES)) {
    const from = match.index;
    const isNext = end !== -1 && /^(?:, |,? (?:and|or) |\/)$/.test(text.slice(end, Math.min(from, end + 7)));
    if (!isNext) close();
    end = from + match[0].length;
    const before = text.slice(Math.max(0, from - 64), from);
    // In courts of New Jersey and Delaware neither state says where the document applies.
    if (isNext && list.length === 0) continue;
    const said = saidOfState(isNext ? "" : before, text.slice(end, end + 64));
    if (said === "elsewhere") continue;
    const isCapital = /^Washington,? D/.test(match[0]);
    list.push({
      name: isCapital ? "District of Columbia" : match[0],
      isApplied: said === "applies" || (isShort && said === "placed"),
    });
  }
  close();
  for (const pattern of [CODE_OF_PEOPLE, LIST_OF_CODES])
    for (const [codes] of text.matchAll(pattern))
      for (const code of codes.match(/[A-Z]{2}/g) ?? [])
        found.push({ name: BY_CODE.get(code) ?? code, isApplied: true });
  return found;
}
