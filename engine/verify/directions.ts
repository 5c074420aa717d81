import { denying } from "#engine/text/modality.ts";
import { remember } from "#engine/text/remember.ts";

/** Words that point one way, and those that point the other way, by what they speak of. */
const families = (
  [
    ["before|prior|earlier|preceding", "after|following|later|subsequent(?:ly)?"],
    ["during|throughout", "before|after|following|until"],
    [
      "more|above|higher|greater|longer|larger|increas(?:e|es|ed|ing)|ris(?:e|es|en|ing)|rose|gr(?:ow|ows|owth|ew)|exceed(?:s|ed|ing)?",
      "less|fewer|below|lower|shorter|smaller|decreas(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|fall(?:s|en|ing)?|fell|reduc(?:e|es|ed|ing|tion)",
    ],
    ["minimum|least", "maximum|most"],
    ["inside|within", "outside"],
    ["includ(?:e|es|ed|ing)", "exclud(?:e|es|ed|ing)"],
  ] as const
).map(([one, other]): Family => {
  const [ahead, back] = [patternOf(one), patternOf(other)];
  return remember((text) => waysOf(text, ahead, back));
});

/** How a text points by the words of one family. */
type Family = (text: string) => Ways;

function patternOf(words: string): RegExp {
  return new RegExp(String.raw`(?:\b(${denying}) )?\b(?:${words})\b`, "gi");
}

/** How often a text points one way and the other; 'not more than' points where 'less' does. */
type Ways = { one: number; other: number };

/** The text points one way, the other text only the other way. */
export function turnsDirection(claim: string, span: string): boolean {
  return families.some((family) => {
    const [said, held] = [family(claim), family(span)];
    const isTurned = (here: keyof Ways, there: keyof Ways) =>
      said[here] > 0 && said[there] === 0 && held[here] === 0 && held[there] > 0;
    return isTurned("one", "other") || isTurned("other", "one");
  });
}

/** In a near copy one such word in the other's place is enough, whatever else points where. */
export function directionsDiffer(copy: string, span: string): boolean {
  return families.some((family) => {
    const [said, held] = [family(copy), family(span)];
    return said.one !== held.one && said.other !== held.other;
  });
}

function waysOf(text: string, one: RegExp, other: RegExp): Ways {
  const ways = { one: 0, other: 0 };
  for (const [, denial] of text.matchAll(one)) ways[denial === undefined ? "one" : "other"] += 1;
  for (const [, denial] of text.matchAll(other)) ways[denial === undefined ? "other" : "one"] += 1;
  return ways;
}
