import { termsIn } from "#engine/text/analyze.ts";
import { familyOf } from "#engine/text/synonyms.ts";

/**
 * Everyday words for the same, as askers choose between them; further ones than the claim check knows, which compares rules
 * with rules. Each line: interchangeable in any question, whatever it is about. Opposites, degrees and kinds of one thing never
 * share a line.
 */
const families = [
  "buy purchase",
  "begin start commence",
  "finish end",
  "receive obtain",
  "submit send file",
  "phone telephone",
  "car automobile",
  "doctor physician",
  "child children kid kids",
  "form paperwork",
  "allow permit",
  "modify change alter amend",
  "choose select pick",
  "assist help",
  "error mistake",
  "ill sick",
  "lawyer attorney",
  "film movie",
  "job occupation",
  "picture photo photograph image",
  "reimburse refund",
  "exchange swap",
  "show display",
  "shop store",
  "shut close",
  "wage salary pay",
  "address location",
  "defective faulty",
  "complain complaint complaints",
  "dismiss fire",
  "lend loan",
  "company firm business organization",
  // in law, no customer yet
  "consumer",
];

const nameOf = new Map(
  families.flatMap((family) => {
    const terms = termsIn(family);
    const [first] = terms;
    const name = terms.length === 1 ? first : familyOf(first ?? "");
    return name === undefined ? [] : terms.map((term) => [term, name] as const);
  }),
);

/** The representative of the words that mean the same as this one. */
export function askedAs(term: string): string {
  return nameOf.get(term) ?? familyOf(term);
}
