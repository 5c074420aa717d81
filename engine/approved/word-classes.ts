import { termsIn } from "#engine/text/analyze.ts";
import { representatives } from "#engine/text/representatives.ts";
import { askedAs } from "./same-words.ts";

/** Say nothing of what is asked: form, duty and order are read before. */
const dropped = new Set(
  (
    "a an the do does did is are was were be been being am of for in on at to with by as and or than such " +
    "please pls thanks hi hello hey me could you i we one someone somebody anyone anybody " +
    "person people there it this that these those then so just exactly actually really have has had would need needs " +
    "needed required requires require must shall may can might should able permitted allowed allow allows possible ok okay " +
    "supposed want wants like also currently upon about regarding re per via through when if once while " +
    "where which who what how w your if my our"
  ).split(" "),
);

/** Words of one line decide in the same way what a question asks. */
const deciding = representatives(
  [
    "no not never cannot neither nor none nobody nothing prohibited forbidden banned",
    "only solely exclusively alone",
    "without unless except excluding besides lacking apart",
    "before prior ahead until till beforehand advance",
    "after following later since afterwards once",
    "minimum min least lowest earliest fewest shortest smallest",
    "maximum max most highest latest longest largest limit limits",
    "more above over higher greater longer exceeding exceed exceeds",
    "less below under lower fewer shorter smaller",
    "all any each every either both everyone everybody",
    "other another others else different",
    "existing current present",
    "former previous past",
    "they them he him she her themselves itself",
    "their theirs his hers its whose",
  ].map((line) => line.split(" ")),
);

/** Irregular verbs: each with its past, and its participle where that is another word. */
const irregularVerbs = (
  "send sent,pay paid,keep kept,hold held,buy bought,sell sold,bring brought,tell told,say said,think thought,find found," +
  "lose lost,leave left,meet met,lead led,lend lent,spend spent,build built,write wrote written,show showed shown," +
  "choose chose chosen,draw drew drawn,drive drove driven,know knew known,see saw seen,steal stole stolen," +
  "withdraw withdrew withdrawn,understand understood,teach taught,begin began begun,break broke broken,speak spoke spoken," +
  "wear wore worn,hide hid hidden,grow grew grown,bear bore borne,give gave given,take took taken,deal dealt,mean meant," +
  "feel felt,hear heard,lay laid,run ran run,fall fell fallen,rise rose risen,seek sought,swear swore sworn,stand stood"
)
  .split(",")
  .map((line) => line.split(" "));
const pasts = new Map(
  irregularVerbs.flatMap(([verb = "", ...forms]) =>
    forms.filter((form) => form !== verb).map((form) => [form, verb] as const),
  ),
);
const participles = new Set([
  ...irregularVerbs.map((forms) => forms.at(-1)),
  ..."put set read cut let shut".split(" "),
]);

/** Further forms that the stemmer doesn't bring together, and everyday abbreviations. */
const spellings = new Map(
  (
    "added:add adding:add adds:add employed:employ employs:employ employing:employ employment:employ deploying:deploy " +
    "deployed:deploy verification:verify info:information docs:document doc:document app:application apps:application " +
    "yrs:year yr:year hrs:hour hr:hour tel:telephone acct:account dept:department org:organization addl:additional " +
    "id:identification approx:approximately authorised:authorized authorise:authorize"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** 'Approved', 'sent'. */
export const isPastForm = (word: string): boolean => /[^e]ed$/.test(word) || pasts.has(word);

/** 'Approved', 'written', 'put'. */
export const isParticipleForm = (word: string): boolean => word.endsWith("ed") || participles.has(word);

/** 'Is the form available', 'the fee that applies': said or left out, they ask the same. */
const light = new Set(
  termsIn(
    "whether within among during conduct perform apply occur responsible responsibility accord yet available exist concern relate kind " +
      "type sort supposed due",
  ),
);
/** Whoever asks for themselves leaves out who they are. */
const persons = new Set(
  termsIn("teammate employee member customer user individual staff applicant client agent colleague").map(
    askedAs,
  ),
);

const giving = new Set(termsIn("receive get give take provide"));

export const isGiving = (family: string): boolean => giving.has(family);
export const isLight = (family: string): boolean => light.has(family);
export const isPerson = (family: string): boolean => persons.has(family);

/** A word of a question: what decides (`deciding`), or the families of its terms; neither if it says nothing. */
export type ReadWord = { word: string; deciding: string | null; terms: readonly string[] };

/** Function words that are in none of the lists decide, too: what they change is not known. */
export function readWord(word: string): ReadWord {
  const bare = word.replace(/'s$/, "");
  const base = pasts.get(bare) ?? spellings.get(bare) ?? bare;
  const decides = deciding.get(bare) ?? deciding.get(base) ?? null;
  if (decides !== null) return { word, deciding: decides, terms: [] };
  if (dropped.has(bare) || /^\d[\d.,]*$/.test(bare)) return { word, deciding: null, terms: [] };
  const terms = termsIn(base);
  return terms.length === 0 ? { word, deciding: base, terms: [] } : { word, deciding: null, terms };
}
