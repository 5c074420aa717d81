import type { TagSource } from "./tags.ts";
import { stemOf } from "./topics.ts";

/** Capitalised words in a row, joined by small words inside, with the sign of a trade mark. */
const NAME =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{N}'’&.-]*)(?:[ \u00a0](?:(?:of|and|&|the|for|de|to|in)[ \u00a0])?(?:\p{Lu}[\p{L}\p{N}'’&-]*|&|\d{1,4}))*[™®]?/gu;
const PARTNER_END =
  /\b(?:Bank|Advisors|Advisers|Brokers|Brokerage|Agency|Agencies|Partners|Securities|Associates|Distributors|Dealers|Holdings|Group|Insurance Company|Assurance Company|Company|Corporation|Corp|Inc|LLC|L\.L\.C|LLP|LP|Ltd|Limited|N\.A|Financial|Mutual|Credit Union|Foundation|Trust Company|Technologies|Pharmaceuticals|Laboratories)$/u;
const PRODUCT_END =
  /\b(?:Plan|Account|Policy|Rider|Annuity|Annuities|Card|Loan|Loans|Mortgage|Fund|Certificate|Insurance|Coverage|Program|IRA|401\(k\)|Bond|Notes|Credit|Savings|Checking|Platform|Suite|Cloud|Software|App|Device|Edition|Services?|Warranty|Membership|Subscription|Standard|Protocol|System)$/u;
const PARTNER_CUE =
  /(?:distributed|offered|sold|issued|underwritten|administered|provided|marketed|managed|serviced) (?:by|through|via|exclusively by) (?:the )?$/;
/** Words that begin a sentence or point at something: no part of a name. */
const LEADING =
  /^(?:The|This|These|Those|That|Our|Your|Their|Its|His|Her|Each|Any|All|Such|No|If|In|On|At|As|By|For|From|To|Under|When|Where|While|With|A|An|Other|Certain|Some|Both|New|See|Note|Upon|Of|And|Or|Is|Are|Total|We|You|However|Also|Only|Section|Table|Figure|Part|Item|Article|Appendix|Annex|Exhibit|Chapter|During|Since|After|Before|Because|Per|Refer|Source|Non)\b[ \u00a0]?/u;
/** Terms of every contract: defined, but no names. */
const GENERIC =
  /^(?:(?:the|this|our|your|parent|holding|reporting|registrant|public|private|limited|liability|service|services|annual|fiscal|general|corporate|privacy|insurance|group|financial|business|data|software|company|corporation|holdings|bank|partners|policy|plan|account|fund|credit|loan|card|other|certain|third|party|standard|system|program|total|net|notes?|senior|common|stock|products?|and|of|&|inc|llc|ltd|corp|information|security|management|customer|terms|code|conduct|stock exchange|control|federal|internal|revenue|retirement|benefit|deferred|compensation|open|united|states|risk|work|board|audit|committee|disclosing|receiving|reporting|party|parties|entity|federal|reserve|president’s|president's|working|trustee|guide|importing|contractual|agreement)[ .,]*)+$/i;

const MOST = 5;

type Found = {
  display: Map<string, number>;
  count: number;
  /** Mentions inside a sentence, after a word in small letters: headings and lists prove nothing. */
  inside: number;
  partner: number;
  product: number;
  prominent: boolean;
};

/** Proper names and defined terms that carry the document, told apart by their own words and by what stands before. */
export function findNames(source: TagSource): { partners: string[]; products: string[] } {
  const found = new Map<string, Found>();
  collect(source.text, false, found);
  for (const heading of source.headings) if (heading !== heading.toUpperCase()) collect(heading, true, found);
  for (const title of source.titles) collect(title, true, found);
  const words = source.text.length / 6;
  // Three mentions in a short document, more in a long one: one in five thousand words.
  const least = Math.max(2, Math.min(12, Math.round(words / 5_000)));
  const ordinary = ordinaryWords(source.text);
  const pick = (kind: "partner" | "product") =>
    [...found]
      .filter(([, name]) => name[kind] > 0 && name[kind] >= name[kind === "partner" ? "product" : "partner"])
      .filter(([, name]) => name.count >= (name.prominent ? Math.ceil(least / 2) : least) && name.inside > 0)
      .filter(([key]) => isDistinctive(key, ordinary))
      .sort(([, a], [, b]) => scoreOf(b) - scoreOf(a))
      .map(([, name]) => [...name.display].reduce((best, next) => (next[1] > best[1] ? next : best))[0]);
  const partners = withoutParts(pick("partner")).slice(0, MOST);
  return {
    partners,
    products: withoutParts(pick("product").filter((name) => !partners.includes(name))).slice(0, MOST),
  };
}

const scoreOf = (name: Found) => name.count * (name.prominent ? 3 : 1);

/** Words that this document also writes in small letters, inside its sentences. */
function ordinaryWords(text: string): Set<string> {
  const words = new Set(text.match(/(?<![\p{L}\p{N}'’-])\p{Ll}{3,}(?![\p{L}\p{N}])/gu));
  return new Set([...words].map(stemOf));
}

/**
 * A name has a word of its own beside what kind of thing it names: a `Return Policy` in a text that speaks of returns is
 * a term, `Golden Years Annuity` is a name.
 */
function isDistinctive(key: string, ordinary: Set<string>): boolean {
  return key
    .split(/[\s&-]+/)
    .some(
      (word) =>
        word.length > 1 &&
        /\p{L}/u.test(word) &&
        !KIND.test(word) &&
        !ordinary.has(stemOf(word)) &&
        !ordinary.has(stemOf(word.replace(/(?:ing|ed|er|al)$/, "").replace(/([^s])\1$/, "$1"))),
    );
}

/** Says what kind of thing it is, or joins; never which one. */
const KIND =
  /^(?:of|and|the|for|de|to|in|plans?|accounts?|polic(?:y|ies)|riders?|annuit(?:y|ies)|cards?|loans?|mortgages?|funds?|certificates?|insurances?|coverages?|programs?|bonds?|notes?|credits?|savings|checking|platforms?|suites?|cloud|software|apps?|devices?|editions?|services?|warrant(?:y|ies)|memberships?|subscriptions?|standards?|protocols?|systems?|banks?|advis[eo]rs?|brokers?|brokerages?|agenc(?:y|ies)|partners?|securit(?:y|ies)|associates?|distributors?|dealers?|holdings?|groups?|compan(?:y|ies)|corporations?|limited|financial|mutual|unions?|foundations?|trust|technolog(?:y|ies)|returns?|refunds?|privacy|terms?|extended|basic|premium|general|additional|customer|employee|employer|vendor|supplier|manager|agreement)$/;

/** A verb or a pointer begins no name: `Deploying the Sample App`, `Company's Plan`. */
const NO_NAME = /^\p{L}+ing (?:the|a|an|to|of|for) |['’]s? |\b(?:the|to|in) /iu;
/** Who signs and where shares are traded are named in every report, and sell nothing. */
const OFFICE =
  /^Vice President\b|\b(?:(?:President|Chairman|Officer|Director|Secretary|Treasurer|Counsel)s?$|Stock (?:Market|Exchange))/u;

function collect(text: string, prominent: boolean, found: Map<string, Found>): void {
  for (const match of text.matchAll(NAME)) {
    const name = trim(match[0]);
    if (name === null || NO_NAME.test(name) || OFFICE.test(name)) continue;
    const before = text.slice(Math.max(0, match.index - 48), match.index);
    const bare = name.replace(/[™®]$/, "").replace(/\.$/, "");
    const isTraded = /[™®]$/.test(name);
    const partner = PARTNER_END.test(bare) || PARTNER_CUE.test(before) ? 1 : 0;
    const product = (isTraded || PRODUCT_END.test(bare)) && partner === 0 ? 1 : 0;
    const key = bare
      .toLowerCase()
      .replace(/[,.]|\b(?:inc|llc|ltd|corp|corporation|company|co)\b/g, "")
      .replace(/\s+/g, " ")
      .trim();
    if (key.length < 3) continue;
    const entry = found.get(key) ?? {
      display: new Map<string, number>(),
      count: 0,
      inside: 0,
      partner: 0,
      product: 0,
      prominent: false,
    };
    entry.display.set(bare, (entry.display.get(bare) ?? 0) + 1);
    entry.count++;
    // A trade mark's sign is proof enough, and so is an article that the name lost while it was trimmed.
    const isInside = /\p{Ll}[,:;]? (?:["“(])?$/u.test(before) || /^(?:The|Our|Your) /.test(match[0]);
    if (isTraded || (isInside && !prominent)) entry.inside++;
    entry.partner += partner;
    entry.product += product;
    entry.prominent ||= prominent;
    found.set(key, entry);
  }
}

/** Without leading pointers; null when nothing that names anything is left. */
function trim(raw: string): string | null {
  let name = raw.replace(/\u00a0/g, " ").replace(/['’]s?$/, "");
  while (LEADING.test(name)) name = name.replace(LEADING, "");
  const words = name.split(" ");
  if (name.length > 60 || words.length > 6 || name === "" || !/\p{Ll}/u.test(name)) return null;
  if (words.length < 2 && !/[™®]$/.test(name)) return null;
  return GENERIC.test(name) ? null : name;
}

/** Of `Acme Bank` and `Acme Bank of Ohio` the more frequent one stays. */
function withoutParts(names: string[]): string[] {
  return names.filter(
    (name, index) =>
      !names
        .slice(0, index)
        .some(
          (better) =>
            better.toLowerCase().includes(name.toLowerCase()) ||
            name.toLowerCase().includes(better.toLowerCase()),
        ),
  );
}
