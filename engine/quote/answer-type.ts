import { isOn } from "#engine/rules.ts";
import { termsOf } from "#engine/text/analyze.ts";
import { withoutMeasure } from "#engine/query/asking-words.ts";
import { numberInWords } from "#engine/text/numbers.ts";
import { measuresOf } from "#engine/text/measures.ts";
import { cellsOf } from "#engine/text/rows.ts";

/** What a question wants to be told, where it has a form of its own; a text that shares its words and holds none is no answer. */
export type AskedFor =
  | "amount"
  | "duration"
  | "date"
  | "share"
  | "count"
  | "reach"
  | "consequence"
  | "reason"
  | "meaning";

const spans = String.raw`(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)`;
const prices = String.raw`(?:costs?|prices?|fees?|fines?|salary|salaries|wages?|commissions?|surcharges?|deposits?|deductibles?|premiums?|rents?|fares?)`;
const channels = String.raw`(?:phone|telephone|fax|hotline|e-?mails?|mails?|website)`;

/** 'What is a sentinel node?', 'what does CBI mean': its subject is defined in few words or named for what it is. */
const meaning =
  /^\W*what(?:'s| is| does| are(?! (?:the|my|our|your|its|their) )) (?:an? |the )?(?!.*\b(?:when|if)\b)(\S+(?: \S+){0,3}?)(?: means?| do)?\s*\??$/i;
/** 'What counts as an affiliate under the lease?', 'what is meant by control in this policy?' */
const counting =
  /^\W*(?:what|who) (?:counts as|qualifies as|is (?:considered|regarded as|meant by)) (?:an? |the )?(\S+(?: \S+){0,3}?)(?: (?:in|under|by|for|within|of)\b.*)?\s*\??$/i;

/** The first that fits decides. 'When must', 'when is … deemed' ask for a condition, not for a date. */
const forms: readonly { asks: Pattern; askedFor: AskedFor }[] = [
  {
    asks: /^\W*(?:and |but |so )?why\b|\bwhat (?:caused|causes|drove|drives)\b|\bfor what reason\b/i,
    askedFor: "reason",
  },
  { asks: /\bwhat (?:happens|follows)\b|\bwhat if\b|\bconsequences?\b/i, askedFor: "consequence" },
  {
    asks: new RegExp(
      String.raw`\bhow (?:long|soon|quickly|often|frequently)\b|\bhow (?:many|much) (?:\S+ )?(?:${spans}|time|notice)\b`,
      "i",
    ),
    askedFor: "duration",
  },
  { asks: /\bhow many\b/i, askedFor: "count" },
  { asks: /\b(?:what|which) (?:percentage|proportion|share)\b|\bin per ?cent\b/i, askedFor: "share" },
  {
    asks: oneOf(
      new RegExp(
        String.raw`\bhow much (?:is|are|was|were|money|tax|interest|compensation|${prices})\b|^(?:the )?${prices}\b`,
        "i",
      ),
      inOrder(
        /\b(?:how much|what) (?:do|does|did|will|would|must|can|may|should)\b/i,
        /\b(?:costs?|charged?|pay|paid|earn|owe)\b/i,
      ),
      inOrder(
        /\b(?:what|which)(?!(?:'s| is) an? )(?:'s| is| are| was)? /i,
        new RegExp(String.raw`^(?:\S{1,20} ){0,5}${prices}\b`, "i"),
      ),
    ),
    askedFor: "amount",
  },
  {
    asks: oneOf(
      new RegExp(
        String.raw`\b(?:${channels} (?:number|address)|(?:postal|mailing|email|street) address)\b|^(?:the )?${channels}\b|\bwhat (?:number|address)\b`,
        "i",
      ),
      inOrder(
        /\bwho(?:m)? (?:do|does|can|could|should|must|may|to|shall)\b/i,
        /\b(?:call|contact|e-?mail|phone|write|reach)\b/i,
      ),
      inOrder(/\bwhere\b/i, /\b(?:call|write|e-?mail|send)\b/i),
    ),
    askedFor: "reach",
  },
  {
    asks: /^\W*(?:and )?when (?:do|does|did|will|was|were)\b|\b(?:by|until|since|from) when\b|[.,;] when (?:do|does|did|will)\b|\b(?:what|which) (?:day|date|months?|year)\b|\bdeadline\b|\bdue\b/i,
    askedFor: "date",
  },
  { asks: meaning, askedFor: "meaning" },
  { asks: counting, askedFor: "meaning" },
];

type Pattern = Pick<RegExp, "test">;

function oneOf(...patterns: Pattern[]): Pattern {
  return { test: (text) => patterns.some((pattern) => pattern.test(text)) };
}

/** `then` matches what follows a match of `first`; linear, where one expression with `.*` between them is not. */
function inOrder(first: RegExp, then: RegExp): Pattern {
  const all = new RegExp(first, "gi");
  return {
    test: (text) =>
      [...text.matchAll(all)]
        .slice(0, mostStarts)
        .some((match) => then.test(text.slice(match.index + match[0].length))),
  };
}
/** A question begins anew in few places. */
const mostStarts = 8;

/** Null for the many questions whose answer has no form of its own. */
export function askedFor(question: string): AskedFor | null {
  if (!isOn("answer types")) return null;
  return forms.find(({ asks }) => asks.test(question))?.askedFor ?? null;
}

const names: Partial<Record<AskedFor, string>> = {
  amount: "amount",
  count: "number",
  duration: "length of time",
  share: "share",
};
/** 'What is the fax number?': who wants it is not helped by another way to write. */
const channel =
  /(?:\bwhat(?!(?:'s| is) an? )(?:'s| is| are)? (?:\S{1,30} ){0,4}?|^\W{0,5}(?:the )?(?:\S{1,30} )?)((?:phone|telephone|fax|e-?mail|postal|mailing|street) (?:number|address))\b/i;

/** What an answer cannot do without, in words: who asks how much something costs is not told what it is. Null for other forms. */
export function nameOfForm(question: string): string | null {
  if (!isOn("form declines")) return null;
  const wanted = askedFor(question);
  if (wanted === "reach") return channel.exec(question)?.[1]?.toLowerCase() ?? null;
  return wanted === null ? null : (names[wanted] ?? null);
}

/** Kinds that stand in figures and names: a passage that ranks higher and holds none gives way to one that does. */
export function isPlain(wanted: AskedFor | null): boolean {
  return wanted !== null && wanted !== "consequence" && wanted !== "reason";
}

/**
 * The question without the words of its form: what takes ten days need not say that it takes them, nor that it is long; what
 * counts as an affiliate in the lease is asked of the affiliate.
 */
export function withoutForm(question: string): string {
  const subject = counting.exec(question)?.[1];
  if (subject !== undefined) return subject;
  const verb = /\bhow long\b/i.test(question) ? /\b(?:takes?|lasts?)\b/i : /$/;
  return withoutMeasure(question.replace(verb, ""));
}

const free =
  /\bfree\b|\b(?:no|without) (?:\w{1,20} )?(?:charge|cost|fee|payment)s?\b|\bwaived?\b|\bnothing\b|\b(?:million|billion)\b/i;
const timely =
  /\b(?:daily|weekly|monthly|quarterly|annual(?:ly)?|yearly|every \w|once|twice|immediate(?:ly)?|promptly|at once|delay|until|as (?:soon|long) as|indefinitely|permanent(?:ly)?|at any time|overnight|limited period)\b/i;
/** 'Between 6 and 20 characters': who asks how long something may be is told so too. */
const lengths = String.raw`(?:characters?|letters|digits|words|lines|pages|inch(?:es)?|feet|miles|[mck]?m|met(?:er|re)s?)`;
/** 'two full weeks', 'the first 30 calendar days'. */
const counted = new RegExp(
  String.raw`(?:\d|${numberInWords}|\b(?:one|an?|each|half))\W{1,5}(?:\p{L}{1,20} ){0,2}?${spans}\b`,
  "iu",
);
const long = new RegExp(String.raw`(?:\d|${numberInWords})\W?(?:\p{L}{1,20} )?${lengths}\b`, "iu");
const dated =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:19|20)\d\d)\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?[ap]\.?m\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\b(?:before|after|once|upon|as soon as|at the end|first point|deadline|due)\b/i;
const mailed = /\S@\S/;
const dialled = /(?<![\w.,])\+?\(?\d{1,4}\)?(?:[ ./–-]{1,2}\(?\d{2,4}\)?){2,}(?!\w)/;
const posted =
  /\d (?:\S{1,30} ){0,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Blvd|Boulevard|Drive|Highway|Square)\b|\bP\.? ?O\.? Box\b|\b\d{5}(?!\w)/;
const linked = /\bhttps?:|\bwww\./;
/** By the channel that the question names; else by any. */
const channelsAsked: readonly { asks: RegExp; found: RegExp[] }[] = [
  { asks: /\be-?mail/i, found: [mailed] },
  { asks: /\b(?:phone|telephone|fax|hotline|number|call)\b/i, found: [dialled] },
  { asks: /\b(?:postal|mailing|street) address\b/i, found: [posted] },
  { asks: /^/, found: [mailed, dialled, posted, linked] },
];
const following = /\b(?:if|unless|otherwise|when|where|in the event|results? in|leads? to|will be)\b/i;
const causing =
  /\b(?:because|due to|owing to|thanks to|on account of|as a result|results? (?:of|from)|reasons?|therefore|thus|hence|so that|in order to|caused? by|driven by|attributable|attributed|reflect(?:s|ing)?|otherwise|prevents?|avoid|ensures?|protects?)\b|,? (?:since|as) (?:the|it|this|they|we|you)\b/i;
/** '23andMe' counts nothing, nor does '§ 7' or a year. */
const number = new RegExp(
  String.raw`(?<![\p{L}\d§.-]|§ )(?!(?:19|20)\d\d\b)\d[\d,.]{0,20}(?![\p{L}\d-])|${numberInWords}|\b(?:one|no|none|single|unlimited)\b`,
  "giu",
);
/** 'five distinct steps or phases', 'the number of stores was 1,355': so many words away a number still counts; 'one risk per item' counts no items. */
const countedWithin = 4;

/** Whether a number stands by what 'how many' asks for: its next two words, as in 'how many new stores'. */
function counts(text: string, question: string): boolean {
  const asked = termsOf(/\bhow many (\S+(?: \S+)?)/i.exec(question)?.[1] ?? "");
  return [...text.matchAll(number)].some(({ 0: figure, index }) => {
    const before = text
      .slice(0, index)
      .split(/\s+/)
      .slice(-countedWithin - 1);
    const after = text
      .slice(index + figure.length)
      .split(/\sper\s/, 1)
      .join(" ")
      .split(/\s+/)
      .slice(0, countedWithin + 1);
    return [...termsOf([...before, ...after].join(" "))].some((term) => asked.has(term));
  });
}

/** '125', '$ 1,250 a year', 'USD 40': a cell behind the row's label that begins with a figure; '2.1 Review' is none. */
function hasFigure(row: string): boolean {
  const [, ...cells] = cellsOf(row);
  return cells.some(
    (cell) => /^(?:[A-Z]{2,3}\b|[^\p{L}\d])*\d/u.test(cell) && !/^[\d.]+\s+\p{Lu}\p{Ll}/u.test(cell),
  );
}

/** Whether a text holds what is asked for; figures of a table are named by their columns, so any of them may be it. */
export function holds(wanted: AskedFor, question: string, text: string, isTable: boolean): boolean {
  if (wanted === "meaning")
    return defines(text, (counting.exec(question) ?? meaning.exec(question))?.[1] ?? "");
  if (wanted === "reach")
    return (
      channelsAsked.find(({ asks }) => asks.test(question))?.found.some((form) => form.test(text)) === true
    );
  if (wanted === "consequence") return following.test(text);
  if (wanted === "reason") return causing.test(text);
  if (wanted === "count") return (isTable && /\d/.test(text)) || counts(text, question);
  const kinds = new Set(measuresOf(text).measures.map(({ kind }) => kind));
  const isTimed = kinds.has("time") || counted.test(text) || timely.test(text);
  if (wanted === "duration") return isTimed || (/\bhow long\b/i.test(question) && long.test(text));
  if (wanted === "date") return isTimed || dated.test(text);
  if (kinds.has("%") || (isTable && hasFigure(text))) return true;
  return wanted === "amount" && ([...kinds].some((kind) => /\p{Sc}/u.test(kind)) || free.test(text));
}

/** What somebody is or does at the moment defines nothing: 'the cording is getting worse'. */
const being = String.raw`(?:are (?!also\b|\w+(?:ed|ing)\b)|is (?:an?|the|(?:any|every|some)(?:one|body|thing)?|one|all|when|where|what|how|for|defined|considered|part|made|used)\b)`;

/** 'X is a …', 'X (Y) means …', '… is called an X', 'X: …'. */
function defines(text: string, subject: string): boolean {
  const words = subject
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replaceAll(" ", String.raw`\W{1,5}`);
  const said = String.raw`\b${words}(?:e?s)?\b["”’']?(?: \([^)]{0,120}\))?`;
  return new RegExp(
    String.raw`${said}(?:, [^.;:]{1,60},)?(?::| [–—-] |,? (?:${being}|means?\b|also (?:called|known)\b|refers? to\b|stands for\b|involves?\b|consists? of\b))|\b(?:called|known as|termed) (?:an? |the )?["“‘']?${said}`,
    "iu",
  ).test(text);
}
