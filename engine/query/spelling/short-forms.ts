import { isOn } from "#engine/rules.ts";
// Only what stands for one word in the language of policies; 'app' and 'rep' stand for several.
const LONG_FORMS: Readonly<Record<string, string>> = {
  acct: "account",
  admin: "administrator",
  amt: "amount",
  approx: "approximately",
  appt: "appointment",
  cert: "certificate",
  certs: "certificates",
  config: "configuration",
  dept: "department",
  depts: "departments",
  doc: "document",
  docs: "documents",
  exec: "executive",
  execs: "executives",
  gov: "government",
  govt: "government",
  hrs: "hours",
  info: "information",
  intl: "international",
  mgmt: "management",
  mgr: "manager",
  mins: "minutes",
  mth: "month",
  mths: "months",
  natl: "national",
  org: "organisation",
  orgs: "organisations",
  pct: "percent",
  phone: "telephone",
  pics: "photographs",
  pmt: "payment",
  pymt: "payment",
  qty: "quantity",
  specs: "specifications",
  tel: "telephone",
  wk: "week",
  wks: "weeks",
  yr: "year",
  yrs: "years",
};

/** The whole word of one that people shorten, in small letters; undefined for any other word. */
export function longForm(word: string): string | undefined {
  if (!isOn("short forms")) return undefined;
  return Object.hasOwn(LONG_FORMS, word) ? LONG_FORMS[word] : undefined;
}
