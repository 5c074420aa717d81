import { isOn } from "#engine/rules.ts";
// Stems of one family that suffix rules keep apart because the noun is irregular. Policies state in nouns what people
// ask in verbs ('notification to the regulator', 'whom do I notify?').
const FAMILIES: Readonly<Record<string, string>> = {
  complianc: "compli",
  compliant: "compli",
  disclosur: "disclos",
  notifi: "notif",
  liabil: "liabl",
  retent: "retain",
  acquisit: "acquir",
  permiss: "permit",
  submiss: "submit",
  transmiss: "transmit",
  omiss: "omit",
  admiss: "admit",
  decis: "decid",
  suspens: "suspend",
  destruct: "destroi",
  analysi: "analyz",
  analys: "analyz",
  receipt: "receiv",
  mainten: "maintain",
  sale: "sell",
  paid: "pai",
  payment: "pai",
  kept: "keep",
  held: "hold",
  sent: "send",
  given: "give",
  taken: "take",
  made: "make",
  written: "write",
};

/** The stem under which the whole family of this stem is indexed. */
export function familyOf(stem: string): string {
  if (!isOn("word families")) return stem;
  return Object.hasOwn(FAMILIES, stem) ? (FAMILIES[stem] ?? stem) : stem;
}
