import { isOn } from "#engine/rules.ts";
// British endings as the American ones that Porter's rules were written for: 'authorised' and 'authorized' must meet.
// Left alone: -vise, -cise, -prise and -wise, which are spelt with s everywhere and whose nouns keep it (supervision).
const ISE = /(?<=[a-z]{2}(?:[bdfghjklmnqstxyz]|[^p]r))is(?=(?:e|ed|es|er|ers|ing|ation|ations|able)$)/;
const NEVER_IZE = /^(?:adverti|exper|prom|comprom|prem|franch|merchandis|raise|arise)/;
const LYSE = /(?<=[a-z]l)ys(?=(?:e|ed|es|er|ers|ing)$)/;
const OUR = /(?<=[a-z]{3})our(?=(?:s|ed|ing|al|able|ably|ite)?$)/;

const WORDS: Readonly<Record<string, string>> = {
  licence: "license",
  licences: "licenses",
  defence: "defense",
  defences: "defenses",
  offence: "offense",
  offences: "offenses",
  programme: "program",
  programmes: "programs",
  centre: "center",
  centres: "centers",
  cheque: "check",
  cheques: "checks",
  judgement: "judgment",
  judgements: "judgments",
  instalment: "installment",
  instalments: "installments",
  fulfil: "fulfill",
  enrol: "enroll",
  enrolment: "enrollment",
};

/** The American spelling of a lower-case English word; a word without one comes back as it is. */
export function americanSpelling(word: string): string {
  if (!isOn("spelling")) return word;
  const listed = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  if (listed !== undefined) return listed;
  if (word.length < 6) return word;
  const ize = NEVER_IZE.test(word) ? word : word.replace(ISE, "iz");
  return ize.replace(LYSE, "yz").replace(OUR, "or");
}
