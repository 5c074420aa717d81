import { stemOf } from "./words.ts";
import { withoutEnd } from "#engine/text/trim.ts";

const PARTNER_END =
  /\b(?:Bank|Advisors|Advisers|Brokers|Brokerage|Agency|Agencies|Partners|Securities|Associates|Distributors|Dealers|Holdings|Group|Network|Insurance Company|Assurance Company|Company|Corporation|Corp|Inc|LLC|L\.L\.C|LLP|LP|Ltd|Limited|N\.A|Financial|Mutual|Credit Union|Foundation|Trust Company|Technologies|Pharmaceuticals|Laboratories)$/;
/** More than the longest of these: a search from a name's beginning takes ten times as long. */
const LONGEST_END = 20;
const PRODUCT_END =
  /\b(?:Plan|Account|Policy|Rider|Annuity|Annuities|Card|Loan|Loans|Mortgage|Fund|Certificate|Insurance|Coverage|Program|IRA|401\(k\)|Bond|Notes|Credit|Savings|Checking|Platform|Suite|Cloud|Software|App|Device|Edition|Services?|Warranty|Membership|Subscription|Standard|Protocol|System)$/;
/** Words that begin a sentence or point at something: not part of a name. */
const LEADING =
  /^(?:The|This|These|Those|That|Our|Your|Their|Its|His|Her|Each|Any|All|Such|No|If|In|On|At|As|By|For|From|To|Under|When|Where|While|With|A|An|Other|Certain|Some|Both|New|See|Note|Upon|Of|And|Or|Is|Are|Total|We|You|However|Also|Only|Section|Table|Figure|Part|Item|Article|Appendix|Annex|Exhibit|Chapter|During|Since|After|Before|Because|Per|Refer|Source|Non)\b[ \u00a0]?/;
/** Terms of every contract: defined, but not names. */
const GENERIC =
  /^(?:the|this|our|your|parent|holding|reporting|registrant|public|private|limited|liability|service|services|annual|fiscal|general|corporate|privacy|insurance|group|financial|business|data|software|company|corporation|holdings|bank|partners|policy|plan|account|fund|credit|loan|card|other|certain|third|party|standard|system|program|total|net|notes?|senior|common|stock|products?|and|of|&|inc|llc|ltd|corp|information|security|management|customer|terms|code|conduct|control|federal|internal|revenue|retirement|benefit|deferred|compensation|open|united|states|risk|work|board|audit|committee|disclosing|receiving|reporting|party|parties|entity|federal|reserve|president’s|president's|working|trustee|guide|importing|contractual|agreement|level|tier|stage|phase|step|grade|category|type|option|\d{1,9})$/i;
const isGeneric = (name: string) =>
  name
    .replace(/stock exchange/i, "stock")
    .split(/[ .,]+/)
    .filter(Boolean)
    .every((word) => GENERIC.test(word));
/** Names a kind of thing, or joins words; never identifies one. */
const KIND =
  /^(?:of|and|the|for|de|to|in|plans?|accounts?|polic(?:y|ies)|riders?|annuit(?:y|ies)|cards?|loans?|mortgages?|funds?|certificates?|insurances?|coverages?|programs?|bonds?|notes?|credits?|savings|checking|platforms?|suites?|cloud|software|apps?|devices?|editions?|services?|warrant(?:y|ies)|memberships?|subscriptions?|standards?|protocols?|systems?|banks?|advis[eo]rs?|brokers?|brokerages?|agenc(?:y|ies)|partners?|securit(?:y|ies)|associates?|distributors?|dealers?|holdings?|groups?|networks?|compan(?:y|ies)|corporations?|limited|financial|mutual|unions?|foundations?|trust|technolog(?:y|ies)|returns?|refunds?|privacy|terms?|extended|basic|premium|general|additional|customer|employee|employer|vendor|supplier|manager|agreement)$/;
/** A verb or a pointer doesn't begin a name: `Deploying the Sample App`, `Company's Plan`. */
const NO_NAME = /^[a-z]+ing (?:the|a|an|to|of|for) |['’]s? |\b(?:the|to|in) /i;
/** Signatories, decision makers and stock exchanges are named in every report, and sell nothing. */
const OFFICE_END =
  /^(?:(?:President|Chairman|Officer|Director|Secretary|Treasurer|Counsel)s?|Board|Committee|Council|Commission|Court|Department|Ministry|Authority)$/;
const OFFICE_START = /^Vice President\b/;
const EXCHANGE = /Stock (?:Market|Exchange)/;

const WORD = /^(?![A-Z]{1,5}s?$)[A-ZÀ-ÞΑ-ΩЀ-Я][A-Za-zÀ-џ]{3,}$/;
/** Offices, bodies and calendars are capitalized, and are bought and used like products. */
const COMMON =
  /^(?:Director|President|Chairman|Officer|Secretary|Treasurer|Commissioner|Administrator|Trustee|Judge|Congress|Senate|Board|Committee|Commission|Council|Court|Department|Ministry|Treasury|Authority|Bureau|Government|State|Federal|Internet|Guidance|Guidelines|Schedule|January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)s?$/;
/** `European customers`, `Federal programs`: an origin, not a name. */
const ADJECTIVE = /(?:[aei]an|ese|ish|ic|al)$/;
/** A noun derived from a verb or an adjective is a defined term, however it is written. */
const TERM_END = /[a-z](?:tion|sion|ment|ance|ence|ness|ship|ity|ing|ant)s?$/;
/** A self-declared distributor needs no further cue. */
const SELLER_END =
  /\b(?:Distributors|Dealers|Dealerships|Brokers|Brokerage|Advisors|Resellers|Retailers|Retail Group)$/;
/** Plural abbreviations, and names with a year. */
const NO_BRAND = /[A-Z]s$|\b(?:19|20)\d\d$/;
/** In a report to shareholders, names with these endings are offers to the company's own people. */
const STAFF_END = /\b(?:Plan|Account)$/;

/** Longer runs of capitals are a heading or a list, whatever their first words are. */
const LONGEST_RAW = 160;

export const isTerm = (name: string) => TERM_END.test(name);
export const isSeller = (name: string) => SELLER_END.test(name);
export const isStaffPlan = (name: string) => STAFF_END.test(name);

const lastOf = (name: string) => name.slice(name.lastIndexOf(" ") + 1);

/** `partner` and `product` by the last words; null if they indicate neither. */
export function kindOf(name: string): "partner" | "product" | null {
  const end = name.slice(-LONGEST_END);
  if (PARTNER_END.test(end)) return "partner";
  return PRODUCT_END.test(end) ? "product" : null;
}

/**
 * One word that may be a brand, without leading pointers; null for abbreviations of five letters or fewer, and adjectives.
 */
export function wordIn(raw: string): string | null {
  if (raw.length > LONGEST_RAW) return null;
  let word = raw;
  while (LEADING.test(word)) word = word.replace(LEADING, "");
  word = withoutEnd(word, /[.™®]/).replace(/['’]s?$/, "");
  return WORD.test(word) && !ADJECTIVE.test(word) && !COMMON.test(word) ? word : null;
}

/** Several words without leading pointers; null if no naming word is left. */
export function nameIn(raw: string): string | null {
  if (raw.length > LONGEST_RAW) return null;
  let name = raw
    .replace(/\u00a0/g, " ")
    .replace(/^.*\b(?:Inc|LLC|Ltd|Corp|Co|LLP|LP|N\.A)\.? and /, "")
    .replace(/['’]s?$/, "");
  while (LEADING.test(name)) name = name.replace(LEADING, "");
  const words = name.split(" ").length;
  if (name.length > 60 || words > 6 || words < 2 || !/[a-zß-ÿα-ωа-џ]/.test(name)) return null;
  if (OFFICE_END.test(lastOf(name)) || OFFICE_START.test(name) || EXCHANGE.test(name)) return null;
  return isGeneric(name) || NO_BRAND.test(name) || NO_NAME.test(name)
    ? null
    : name.replace(/[™®]$/, "").replace(/\.$/, "");
}

/**
 * A name has a distinguishing word beyond its kind: a `Return Policy` in a text about returns is a term, `Golden Years Annuity`
 * is a name.
 */
export function isDistinctive(key: string, ordinary: Set<string>): boolean {
  return key
    .split(/[\s&-]+/)
    .some(
      (word) =>
        word.length > 1 &&
        /[a-zß-џ]/.test(word) &&
        !KIND.test(word) &&
        !ordinary.has(stemOf(word)) &&
        !ordinary.has(stemOf(word.replace(/(?:ing|ed|er|al)$/, "").replace(/([^s])\1$/, "$1"))),
    );
}
