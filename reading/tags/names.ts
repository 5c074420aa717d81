import { cuesAround } from "./names-cues.ts";
import { mentionsIn } from "./names-mentions.ts";
import type { Mentioned } from "./names-mentions.ts";
import { isFiling, ownNames } from "./names-own.ts";
import { isDistinctive, isStaffPlan, isTerm } from "./names-words.ts";
import type { TagSource } from "./source.ts";

const MOST = 5;
/** A company named this often on average is whom a text is about. */
const WORDS_APART = 150;
/** Sentences looked at for one name: what is said of it is said before. */
const MOST_SENTENCES = 250;

/** In mentions: what is said around a name. */
type Name = Omit<Mentioned, "at"> & { forStaff: number; oneOfKind: number; withArticle: number };

/**
 * Proper names that carry the document, told apart by their own words and by what is said of them. A partner is said to
 * sell, underwrite or work with somebody; a product to be bought, used or covered, or stands in the document's title.
 */
export function findNames(source: TagSource): { partners: string[]; products: string[] } {
  const words = source.text.length / 6;
  // Two mentions in a short document, more in a long one: one in five thousand words.
  const least = Math.max(2, Math.min(12, Math.round(words / 5_000)));
  const title = source.titles.join(" ").toLowerCase();
  const mentions = mentionsIn(source);
  const names: [string, Name][] = [];
  for (const [key, mentioned] of mentions) {
    // What there are several of, `Licensed Person` and `Licensed Persons`, is defined, not named.
    const isDefined = () => isTerm(key) || mentions.has(key.endsWith("s") ? key.slice(0, -1) : `${key}s`);
    if (!mayCarry(key, mentioned, least) || !isDistinctive(key, source.ordinary)) continue;
    if (!isSure(mentioned) && (key.includes(" and ") || isDefined())) continue;
    const name = withCues(mentioned, source.text);
    name.prominent ||= key.length > 4 && title.includes(key);
    const said = name.count + name.partner + name.product;
    if (said >= (name.prominent ? Math.ceil(least / 2) : least) && isName(name)) names.push([key, name]);
  }
  const pick = (isWanted: (name: Name, key: string) => boolean) =>
    names
      .filter(([key, name]) => isWanted(name, key))
      .sort(([, a], [, b]) => scoreOf(b) - scoreOf(a))
      .map(([, name]) => [...name.display].reduce((best, next) => (next[1] > best[1] ? next : best))[0]);

  const isOwn = ownNames(source.opening, source.text);
  // One word of the title is what the document is about, or whose it is; no partner.
  const isForeign = (key: string) => !isOwn(key) && (key.includes(" ") || !title.includes(key));
  const partners = withoutParts(pick((name, key) => isPartner(name, words) && isForeign(key))).slice(0, MOST);
  const isOfStaff = isFiling(source.opening) ? isStaffPlan : () => false;
  const products = pick((name, key) => isProduct(name) && (name.kind !== "word" || !isOwn(key))).filter(
    (name) => !isOfStaff(name) && !partners.includes(name),
  );
  return { partners, products: withoutParts(products).slice(0, MOST) };
}

const isNamed = ({ kind }: Pick<Mentioned, "kind">) => kind === "partner" || kind === "product";
/** By its last word, or because nobody writes a term like `PulseTrack`. */
const isSure = (name: Pick<Mentioned, "kind" | "display">) =>
  isNamed(name) || [...name.display.keys()].some((shown) => /[a-z][A-Z]/.test(shown));

/** Whether what is said around a name could still be enough: each mention counts three times at most. */
const mayCarry = (key: string, mentioned: Mentioned, least: number) =>
  key.length > 2 && mentioned.count * 3 >= least && (mentioned.count > 1 || isNamed(mentioned));

/** Mentioned inside a sentence, and not as one of a kind. A brand has no article: what mostly has one is a role. */
function isName(name: Name): boolean {
  if (name.inside === 0) return false;
  if (isSure(name)) return name.oneOfKind * 4 <= name.count;
  return name.oneOfKind * 10 <= name.count && name.withArticle * 2 <= name.count;
}

const scoreOf = (name: Name) => (name.count + 2 * (name.partner + name.product)) * (name.prominent ? 3 : 1);

/**
 * One sentence is enough for what is called a company, or that a short text speaks of it throughout; what only looks like
 * a name needs more.
 */
function isPartner(name: Name, words: number): boolean {
  const { kind, partner, product, count } = name;
  if (kind === "partner") return partner > 0 || (count >= 6 && count * WORDS_APART >= words);
  return kind !== "product" && partner > 1 && partner >= product && isSaid(name, partner);
}

function isProduct(name: Name): boolean {
  const { kind, partner, product, forStaff, prominent } = name;
  if (forStaff * 3 > name.count || forStaff > product + (prominent ? 1 : 0)) return false;
  if (kind === "product") return product > 0 || prominent;
  return kind !== "partner" && product > 1 && product > partner && isSaid(name, product);
}

/** Of a tenth of the mentions at least; one word also more within sentences than where any word has a capital. */
const isSaid = ({ kind, count, inside, prominent }: Name, times: number) =>
  times * 10 >= count && (kind !== "word" || prominent || inside * 2 >= count);

function withCues({ at, ...mentioned }: Mentioned, text: string): Name {
  const name: Name = { ...mentioned, forStaff: 0, oneOfKind: 0, withArticle: 0 };
  for (let index = 0; index < Math.min(at.length, 2 * MOST_SENTENCES); index += 2) {
    const cues = cuesAround(text, at[index] ?? 0, at[index + 1] ?? 0);
    name.inside += Number(cues.inside);
    name.partner += Number(cues.partner);
    name.product += Number(cues.product);
    name.forStaff += Number(cues.forStaff);
    name.oneOfKind += Number(cues.oneOfKind);
    name.withArticle += Number(cues.withArticle);
  }
  return name;
}

/** Of `Acme Bank` and `Acme Bank of Ohio` the more frequent one stays. */
function withoutParts(names: string[]): string[] {
  const kept: string[] = [];
  for (const name of names) {
    const small = name.toLowerCase();
    const isPart = (better: string) => better.includes(small) || small.includes(better);
    if (!kept.some((better) => isPart(better.toLowerCase()))) kept.push(name);
  }
  return kept;
}
