import { cuesAround } from "./names-cues.ts";
import { mentionsIn, type Mentioned } from "./names-mentions.ts";
import { isFiling, ownNames } from "./names-own.ts";
import { isDistinctive, isStaffPlan, isTerm } from "./names-words.ts";
import type { TagSource } from "./source.ts";

const MOST = 5;
/** A company mentioned this often on average is the subject of the text. */
const WORDS_APART = 150;
/** Sentences checked per name: its role shows before that. */
const MOST_SENTENCES = 250;

/** Numbers of mentions, by the cues around the name. */
type Name = Omit<Mentioned, "at"> & { forStaff: number; oneOfKind: number; withArticle: number };

/**
 * The document's important proper names, classified by their own words and by their context. A partner sells, underwrites
 * or works with a party; a product is bought, used or covered, or is in the document's title.
 */
export function findNames(source: TagSource): { partners: string[]; products: string[] } {
  const words = source.text.length / 6;
  // Two mentions in a short document, more in a long one: one in five thousand words.
  const least = Math.max(2, Math.min(12, Math.round(words / 5_000)));
  const title = source.titles.join(" ").toLowerCase();
  const mentions = mentionsIn(source);
  const names: [string, Name][] = [];
  for (const [key, mentioned] of mentions) {
    // A name with a plural, `Licensed Person` and `Licensed Persons`, is a defined term.
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
  // One word of the title is the document's subject or owner, not a partner.
  const isForeign = (key: string) => !isOwn(key) && (key.includes(" ") || !title.includes(key));
  const partners = withoutParts(pick((name, key) => isPartner(name, words) && isForeign(key))).slice(0, MOST);
  const isOfStaff = isFiling(source.opening) ? isStaffPlan : () => false;
  const products = pick((name, key) => isProduct(name) && (name.kind !== "word" || !isOwn(key))).filter(
    (name) => !isOfStaff(name) && !partners.includes(name),
  );
  return { partners, products: withoutParts(products).slice(0, MOST) };
}

const isNamed = ({ kind }: Pick<Mentioned, "kind">) => kind === "partner" || kind === "product";
/** By its last word, or because a term is never written like `PulseTrack`. */
const isSure = (name: Pick<Mentioned, "kind" | "display">) =>
  isNamed(name) || [...name.display.keys()].some((shown) => /[a-z][A-Z]/.test(shown));

/** Whether the context of a name could still be enough: each mention counts three times at most. */
const mayCarry = (key: string, mentioned: Mentioned, least: number) =>
  key.length > 2 && mentioned.count * 3 >= least && (mentioned.count > 1 || isNamed(mentioned));

/**
 * Mentioned inside a sentence, and not as one of a kind. A brand has no article: a word that mostly has one is a role.
 */
function isName(name: Name): boolean {
  if (name.inside === 0) return false;
  if (isSure(name)) return name.oneOfKind * 4 <= name.count;
  return name.oneOfKind * 10 <= name.count && name.withArticle * 2 <= name.count;
}

const scoreOf = (name: Name) => (name.count + 2 * (name.partner + name.product)) * (name.prominent ? 3 : 1);

/**
 * One sentence is enough for a name with a company form, or for one that a short text mentions throughout; other candidates
 * need more.
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

/**
 * From a tenth of the mentions at least; a single word also needs more mentions inside sentences than in positions where
 * any word is capitalized.
 */
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
