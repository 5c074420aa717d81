import type { TagSource } from "./tags.ts";

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
/** Codes that are also words, degrees or companies' endings: after a town they need a postal code. */
const AMBIGUOUS = new Set([
  "AL",
  "CO",
  "DE",
  "HI",
  "ID",
  "IN",
  "LA",
  "MA",
  "MD",
  "ME",
  "MO",
  "MS",
  "OH",
  "OK",
  "OR",
  "PA",
  "PR",
  "VA",
]);
const NAMES = new RegExp(
  `\\b(${["Washington,? D\\.?C\\b\\.?", ...STATES.map(([, name]) => name)].sort((a, b) => b.length - a.length).join("|")})\\b`,
  "g",
);

/** Names in which a state is not the state. */
const NOT_AFTER =
  /^(?: (?:Stock|Mellon|Mercantile|River|Post|Times|Mutual|Life\b|University|Street|Avenue|Ave\b|Blvd|Boulevard|City\b)|'s\b)/;
const NOT_BEFORE = /(?:George|Mount|Port|Bank of|University of|Fort|Martha|Lake|Gulf of|Denzel) $/;
/** Where a company was founded says nothing about where its document holds. */
const FOUNDED =
  /^ (?:corporation|limited|general corporation|company|law\b|statutory|Limited|Corporation|business trust|LLC|state)/;

const MOST = 6;
/** Where somebody sits says less about where a document holds than a sentence does. */
const ADDRESS_SHARE = 0.5;
/** A state named this much less often than the first is a passing mention. */
const SHARE_OF_FIRST = 0.25;

/** A state by its name or its code, as it is written in tags; null when it is none. */
export function stateNamed(tag: string): string | null {
  return BY_CODE.get(tag) ?? BY_NAME.get(tag.toLowerCase()) ?? null;
}

/** US states the document is about: by name, and by code only where the context says so. */
export function findStates({ text, headings, titles }: TagSource): string[] {
  const counts = new Map<string, number>();
  const add = (name: string, weight: number) => counts.set(name, (counts.get(name) ?? 0) + weight);
  count(text, 1, add);
  count(headings.join("\n"), 3, add);
  count(titles.join("\n"), 10, add);
  const ranked = [...counts].filter(([, weight]) => weight >= 1).sort((a, b) => b[1] - a[1]);
  const first = ranked[0]?.[1] ?? 0;
  // Nearly all states: a nationwide form; only those that stand out say something.
  const median = ranked[Math.floor(ranked.length / 2)]?.[1] ?? 0;
  const least =
    ranked.length > 25 ? Math.max(median * 3, 2) : Math.max(first * SHARE_OF_FIRST, first >= 4 ? 2 : 1);
  return ranked
    .filter(([, weight]) => weight >= least)
    .slice(0, MOST)
    .map(([name]) => name);
}

function count(text: string, weight: number, add: (name: string, weight: number) => void): void {
  for (const match of text.matchAll(NAMES)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 24);
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    if (NOT_AFTER.test(after) || NOT_BEFORE.test(before)) continue;
    const capital = match[0].startsWith("Washington,") || match[0].startsWith("Washington D");
    add(capital ? "District of Columbia" : match[0], FOUNDED.test(after) ? weight * 0.2 : weight);
  }
  const codes = (pattern: RegExp, keep: (code: string) => boolean, share = 1) => {
    for (const match of text.matchAll(pattern))
      for (const code of (match[1] ?? "").match(/[A-Z]{2}/g) ?? []) {
        const name = BY_CODE.get(code);
        if (name !== undefined && keep(code)) add(name, weight * share);
      }
  };
  codes(new RegExp(`[A-Z][a-z]+, (${CODES}) \\d{5}\\b`, "g"), () => true, ADDRESS_SHARE);
  codes(new RegExp(`[A-Z][a-z]+, (${CODES})(?=[\\s.,;)])(?! \\d{5})`, "g"), (code) => !AMBIGUOUS.has(code));
  codes(
    new RegExp(
      `\\b(${CODES})(?= (?:only|residents?|policyholders?|customers|consumers|law|insureds?)\\b)`,
      "g",
    ),
    (code) => !AMBIGUOUS.has(code) || code === "PA",
  );
  codes(new RegExp(`\\b((?:(?:${CODES})(?:, | and |, and |/)){2,}(?:${CODES}))\\b`, "g"), () => true);
}
