/** A company's name, with or without its legal form. */
const COMPANY =
  "(?:The )?[A-ZÀ-Þ][\\wÀ-ÿ'’.&-]{0,30}(?:,? (?:(?:of|and|&|the|de) )?(?:[A-ZÀ-Þ][\\wÀ-ÿ'’.&-]{0,30}|&)){0,6}";
const LEGAL_FORM =
  "(?:Inc|Incorporated|Corp|Corporation|Company|Co|LLC|L\\.L\\.C|LLP|Ltd|Limited|PLC|plc|N\\.A|GmbH|AG|S\\.A|B\\.V|Pty)\\.?";
const SELF = "[“\"'‘](?:[Ww]e|[Uu]s|[Oo]ur|(?:[Tt]he )?(?:Company|Firm|Registrant|Corporation))[,.]?[”\"'’]";
const SELF_WORD = new RegExp(SELF, "g");
/** `Acme Inc. and its subsidiaries (“Acme,” “we” or the “Company”)`, up to the word. */
const BETWEEN_NAME_AND_WORD = /^(?: \([^()]{0,40}\))?[^“”"().;]{0,80}$/;
const EACH_COMPANY = new RegExp(COMPANY, "g");
/** `“We” and “us” refer to Acme Inc.`, from the word on. */
const DEFINED_BEFORE = new RegExp(
  `^[^.;]{0,120}?\\b(?:refers?|means?)(?: collectively)?(?: to)? (${COMPANY})`,
);
/** A document identifies its speaker once; more repetitions come from quotes. */
const MOST_DEFINITIONS = 12;
const COPYRIGHT = new RegExp(
  `(?:©|\\([Cc]\\)|Copyright)\\s{0,9}(?:©\\s{0,9})?(?:\\d{4}(?:\\s?[–-]\\s?\\d{4})?,?\\s{0,9})?(?:by )?(${COMPANY})`,
  "g",
);
const EXACT_NAME = /\(exact name of (?:the )?registrant/i;
/** A letterhead: a line of the first page with only the name, or the name and a department. */
const LETTERHEAD = new RegExp(`^(${COMPANY},? ${LEGAL_FORM})(?:,[^.]{0,40})?$`);
const TWO = new RegExp(`${LEGAL_FORM},? (?:and|&) [A-Z]`);
/** An agreement names its parties first: neither of them is its letterhead. */
const AGREEMENT = /\b(?:between|among|parties)\b/i;

/** Common first words of company names: after one of these, the second word is part of the distinguishing name. */
const SHARED =
  /^(?:american|america|first|united|national|general|new|bank|best|great|north|south|east|west|northern|southern|eastern|western|pacific|atlantic|central|global|international|federal|state|capital|city|standard|universal|royal|old|mutual)$/;

/** An annual or quarterly report, by its cover sheet. */
export const isFiling = (opening: string[]) => EXACT_NAME.test(opening.join("\n"));

/**
 * Whether a name is that of the company speaking in the document, or of one that shares its name: the filer of a report,
 * the company that calls itself `we`, or the one in the letterhead or copyright notice. `opening` contains the first lines of
 * the first page.
 */
export function ownNames(opening: string[], text: string): (name: string) => boolean {
  const top = opening.join("\n");
  const names = [registrantIn(top)];
  if (!AGREEMENT.test(top))
    names.push(
      ...opening
        .slice(0, 8)
        .flatMap((line) => (line.length < 80 && !TWO.test(line) && LETTERHEAD.exec(line)?.[1]) || []),
    );
  for (const { 0: word, index } of [...text.matchAll(SELF_WORD)].slice(0, MOST_DEFINITIONS)) {
    const end = index + word.length;
    names.push(definedIn(text.slice(Math.max(0, index - 200), index)));
    names.push(DEFINED_BEFORE.exec(text.slice(end, end + 200))?.[1] ?? "");
  }
  if (/©|copyright/i.test(text)) for (const match of text.matchAll(COPYRIGHT)) names.push(match[1] ?? "");
  const heads = new Set(names.map(headOf).filter((head) => head.length > 2));
  return (name) => {
    const bare = squeeze(name.replace(/^The /i, ""));
    return [...heads].some((head) => bare.startsWith(head));
  };
}

/** The distinguishing words of a company's name, joined: `brightwater` for `BrightWater Holdings, Inc.` */
function headOf(name: string): string {
  const words = name
    .replace(/^The /i, "")
    .split(/[\s,&]+/)
    .filter((word) => squeeze(word) !== "");
  const first = squeeze(words[0] ?? "");
  return SHARED.test(first) || first.length < 3 ? first + squeeze(words[1] ?? "") : first;
}

const squeeze = (name: string) => name.toLowerCase().replace(/[^0-9a-zß-џ]/g, "");

/** The line above `(Exact name of registrant as specified in its charter)`; '' if there is none. */
function registrantIn(top: string): string {
  const at = EXACT_NAME.exec(top)?.index;
  return at === undefined ? "" : (top.slice(0, at).trim().split("\n").at(-1) ?? "").slice(-80);
}

/** The company defined by a text that ends before a quoted `we`: its name, then the bracket that is still open. */
function definedIn(before: string): string {
  const open = before.lastIndexOf("(");
  if (open < 0 || before.includes(")", open) || before.length - open > 80) return "";
  const head = before.slice(0, open);
  const named = [...head.matchAll(EACH_COMPANY)].find(({ 0: name, index }) =>
    BETWEEN_NAME_AND_WORD.test(head.slice(index + name.length)),
  );
  return named?.[0] ?? "";
}
