/** The words around a name show its role. The 80 characters before it and the 64 after it are checked. */

const SELLER =
  "(?:partners?|distributors?|dealers?|resellers?|wholesalers?|brokers?|underwriters?|administrators?|insurers?|obligors?|lenders?|franchisees?|licensees?|retailers?|collaborators?)";

/** The cues of the first name in a list apply to the second and the third. */
const NAMES_BEFORE = "[A-Z][A-Za-z0-9 .&’®™*-]{1,40}?(?:,|,? and|,? or) ";

const PARTNER_BEFORE = new RegExp(
  [
    "\\b(?:distributed|offered|sold|resold|underwritten|administered|marketed|serviced|issued|insured|lent|originated|financed)(?: and [a-z]+)?(?: exclusively| only| solely| jointly)? (?:by|through|via)(?: our| its)?",
    `\\b${SELLER}(?:,? (?:such as|including|like|named|is|are)|,|:)?`,
    "\\b(?:partnership|alliance|collaboration|co-?brand(?:ed|ing)?|distribution|reseller|dealer|franchise|agency|commerciali[sz]ation|co-?promotion)(?: and [a-z]+)?(?: agreements?| arrangements?| contracts?| relationships?)? with",
    "\\b(?:collaborat|partner|co-?develop|co-?promot|co-?commerciali[sz])(?:es?|ed|ing) with",
    "\\bParties: [^\\n]{0,72}(?:\\band|,)",
  ]
    .map((cue) => `(?:${cue})`)
    .join("|")
    .replace(/^/, "(?:")
    .replace(/$/, `)(?: the)? (?:${NAMES_BEFORE}){0,3}$`),
);
const PARTNER_AFTER = new RegExp(
  [
    ",? (?:(?:also|now|which|who) )?(?:sells?|resells?|distributes?|markets? (?:the|its|our|their|these)|offers?|underwrites?|administers?|lists? (?:the )?products|lends?|insures)\\b",
    `,? (?:(?:is|as|acts as|serves as|our|the|a|an|its) )+(?:[a-z]+ ){0,2}${SELLER}\\b`,
    '[^().\\n]{0,48}\\((?:the |as )?[“"](?:the )?(?:Distributor|Dealer|Reseller|Agent|Agency|Broker|Administrator|Underwriter|Partner|Insurer|Franchisee|Licensee|Retailer)\\b',
  ]
    .join("|")
    .replace(/^/, "^(?:")
    .replace(/$/, ")"),
);

const PRODUCT_BEFORE =
  /\b(?:[Bb]uy|buys|bought|purchase[sd]?|sell|sells|sold|selling|offer(?:s|ed|ing)?|market(?:s|ed|ing)?|launch(?:ed|es)?|[Oo]rder(?:s|ed)?|enroll?s?(?:ed)? in|subscribe[sd]? to|appl(?:y|ies|ied|ication)s? for|[Cc]ancel(?:s|ed|led)?|[Rr]enew(?:s|ed)?|[Dd]ownload(?:s|ed|ing)?|[Ii]nstall(?:s|ed|ing)?|prescribe[sd]?|covers?|covered (?:by|under)|[Uu]s(?:e|es|ed|ing)(?: of)?|(?:charges|demand|price|contracts?|ask) for|(?:price|[Ss]ales|[Ss]hipments|[Dd]eliveries|launch|versions?|[Cc]ustomers|[Uu]sers|[Hh]olders?|balance|doses|supply|approval|manufacturers?) of|[Rr]evenues? (?:from|for|of)|treat(?:ed|ment) with|paid (?:with|through)|pays? (?:with|through))(?: (?:the|a|an|our|your|their|its|new|each|any|all)){0,4} (?:[A-Z][A-Za-z0-9®™*-]{2,30}(?:,|,? and|,? or) ){0,6}$/;
const PRODUCT_AFTER =
  /^(?:[®™]|[®™]? (?:\([a-z][a-z -]{4,40}\)|(?:can|may) be (?:bought|ordered|canceled|cancelled|renewed|used)|(?:is|are|was|were) (?:sold|offered|distributed|marketed|underwritten|issued|administered|available|indicated|approved|prescribed|launched)|covers?\b|costs?\b|pays?\b|earns?\b|(?:app|apps|software|cards?|phones?|smartphones?|tablets?|capsules?|vaccines?|injections?|laptops?|televisions?|computers?|wearables?|headphones|vehicles?|aircraft|airplanes?|subscriptions?|memberships?|contracts?|plans?|charges?|members?|branded|brand)\b))/;
/** Things that a company has for its own people, and benefits it grants them. */
const FOR_STAFF =
  /\b(?:[Pp]articipa(?:nts?|t[a-z]{1,12})|[Ee]mploy(?:ees?|ment)|[Bb]enefits?|[Ee]ligible|[Aa]wards?|[Vv]est(?:ing|ed)|[Rr]etire[a-z]{0,12}|his|her)\b[^.;]{0,40}$/;

/**
 * `a Takaful Fund must`: one of a kind, not a name. In `a Circle card charge` the article belongs to the following noun.
 */
const ONE_OF_KIND_BEFORE =
  /(?:^|[\s(“"])(?:[Aa]n?|[Ee]ach|[Ee]very|[Aa]ny|[Nn]o|[Ss]uch|[Oo]ther|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er)(?: [a-z]+)? $/;
const ENDS_AFTER =
  /^(?:[.,;:)”"]|\s*$| (?:is|was|are|were|that|which|who|whose|in|of|for|to|by|or|and|must|may|shall|should|will|has|have|had|can|does|with|on|as|at|under|if|when|where|unless)\b)/;

/** `the Logo`, `the Minister`: a role. */
const ARTICLE_BEFORE = /(?:^|[\s(“"])[Tt]he $/;

/** Only a lower-case word or an article before a name proves that it is inside a sentence. */
const INSIDE_BEFORE = /(?:[a-z][,:;]? (?:["“(])?|(?:^|[\s])(?:The|An?|Our|Your) )$/;

export type Cues = {
  partner: boolean;
  product: boolean;
  forStaff: boolean;
  oneOfKind: boolean;
  withArticle: boolean;
  inside: boolean;
};

export function cuesAround(text: string, from: number, end: number): Cues {
  const before = text.slice(Math.max(0, from - 80), from).replace(/\u00a0/g, " ");
  const after = text.slice(end, end + 64).replace(/\u00a0/g, " ");
  const isEnd = ENDS_AFTER.test(after);
  return {
    partner: PARTNER_BEFORE.test(before) || PARTNER_AFTER.test(after),
    product: PRODUCT_AFTER.test(after) || PRODUCT_BEFORE.test(before.slice(-56)),
    forStaff: FOR_STAFF.test(before.slice(-48)),
    oneOfKind: isEnd && ONE_OF_KIND_BEFORE.test(before.slice(-24)),
    withArticle: isEnd && ARTICLE_BEFORE.test(before.slice(-6)),
    inside: INSIDE_BEFORE.test(before.slice(-8)),
  };
}
