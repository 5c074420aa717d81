import { denying } from "#engine/text/modality.ts";
import { remember } from "#engine/text/remember.ts";

/** Words of one direction, and those of the opposite direction, by topic. */
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

/** The direction of a text by the words of one family. */
type Family = (text: string) => Ways;

function patternOf(words: string): RegExp {
  return new RegExp(String.raw`(?:\b(${denying}) )?\b(?:${words})\b`, "gi");
}

/** How often a text uses each direction; 'not more than' has the direction of 'less'. */
type Ways = { one: number; other: number };

/** The text has one direction, the other text only the opposite one. */
export function turnsDirection(claim: string, span: string): boolean {
  return families.some((family) => {
    const [said, held] = [family(claim), family(span)];
    const isTurned = (here: keyof Ways, there: keyof Ways) =>
      said[here] > 0 && said[there] === 0 && held[here] === 0 && held[there] > 0;
    return isTurned("one", "other") || isTurned("other", "one");
  });
}

/** In a near copy a single such word in place of its opposite is enough, whatever the opposite directions are. */
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
