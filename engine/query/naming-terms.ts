import { termsOf } from "#engine/text/analyze.ts";
import { STOP_WORDS } from "#engine/text/stop-words.ts";

/** What people call a document; words for what documents speak of as well (a report, a notice, a form) are left out. */
const kinds =
  /^(?:policy|agreement|contract|act|rulebook|handbook|manual|guidelines?|procedure|nda|prospectus|charter|code|10-?[kq])$/iu;
/** 'agreement between A and B' */
const towards = new Set(["between", "of", "with", "for", "by"]);
const links = new Set([...towards, "and", "the", "on", "&", ",", "s"]);
/** Words written small that may stand before the kind: 'data retention policy'. */
const mostModifiers = 2;
/** Tokens on either side of the kind: long texts are read in time that grows with them. */
const mostTokens = 16;
const tokenPattern = /[\p{L}\p{N}](?:[^\s,;:?!.()"“”]|\.(?=\S))*|[,;:?!.()&]/gu;

/**
 * The terms by which a question only says which document it is about ("In Viber's privacy policy, …"; "Consider the
 * non-disclosure agreement between A and B; …"): they tell documents apart, and nothing about the passage inside. A phrase
 * around a kind of document counts when one of its words `names` a document of the theme. Numbers and words that stand
 * elsewhere in the question too are not among them.
 */
export function namingTerms(text: string, names: (term: string) => boolean): Set<string> {
  const tokens = text.match(tokenPattern) ?? [];
  const naming: string[] = [];
  const others: string[] = [];
  let done = 0;
  tokens.forEach((token, kind) => {
    if (kind < done || !kinds.test(token)) return;
    const [start, end] = [Math.max(done, startOf(tokens, kind)), endOf(tokens, kind)];
    const terms = [...termsOf(tokens.slice(start, end).join(" "))];
    if (!terms.some(names)) return;
    others.push(...tokens.slice(done, start));
    naming.push(...terms);
    done = end;
  });
  if (naming.length === 0) return new Set();
  const asked = termsOf([...others, ...tokens.slice(done)].join(" "));
  return new Set(naming.filter((term) => !asked.has(term) && !/^\d/u.test(term)));
}

/** Up to two words written small, and before them names with what joins them. */
function startOf(tokens: readonly string[], kind: number): number {
  let start = kind;
  while (kind - start < mostModifiers && isModifier(tokens[start - 1] ?? "")) start--;
  for (let place = start - 1; place >= Math.max(0, kind - mostTokens); place--) {
    const token = tokens[place] ?? "";
    if (isName(token)) start = place;
    else if (!links.has(token)) break;
  }
  return start;
}

function endOf(tokens: readonly string[], kind: number): number {
  let end = kind + 1;
  if (!towards.has(tokens[end] ?? "")) return end;
  for (let place = end + 1; place < Math.min(tokens.length, kind + mostTokens); place++) {
    const token = tokens[place] ?? "";
    if (isName(token)) end = place + 1;
    else if (!links.has(token) || token === ",") break;
  }
  return end;
}

/** Written with a capital or a number, or somebody's: "tpi's". */
function isName(token: string): boolean {
  return /^\p{N}|\p{Lu}|['’]s?$/u.test(token) && !STOP_WORDS.has(token.toLowerCase());
}

function isModifier(token: string): boolean {
  return /^\p{Ll}/u.test(token) && !STOP_WORDS.has(token) && !links.has(token);
}
