import { askedAs } from "./same-words.ts";
import { isParticipleForm, type ReadWord } from "./word-classes.ts";

const isBe = (word: string) => /^(?:is|are|was|were|be|been|being|gets?|got)$/.test(word);
/** Begins another part of the question. */
const isBreak = (word: string) =>
  /^(?:do|does|did|can|could|may|might|must|shall|should|will|would|has|have|what|which|who|whom|when|where|why|how|if|that|and|or|but|because)$/.test(
    word,
  );
const isArticle = (word: string) => /^(?:the|an?|your|my|our|this|all)$/.test(word);
const isAdverb = (word: string) => /ly$|^(?:not|only|also|still|ever)$/.test(word);
const isParticiple = ({ word, terms }: ReadWord) => terms.length > 0 && isParticipleForm(word);
const isContent = (one: ReadWord | undefined) => one !== undefined && one.terms.length > 0;

/** Parts of a note that may change places: 'return period - opened laptops'. */
const mostParts = 4;

/**
 * The orders of the content words in which a question can be read, each as one string: as a sentence in the active voice
 * ('is a form sent by the member' as 'the member sends a form'), with 'the activities of users' as 'users activities' or not,
 * its parts in each rotation. Two questions with a common one exchange nothing.
 */
export function ordersOf(parts: readonly (readonly ReadWord[])[]): Set<string> {
  const orders = new Set<string>();
  const rotations = Math.min(parts.length, mostParts);
  for (let first = 0; first < rotations; first++) {
    const words = [...parts.slice(first), ...parts.slice(0, first)].flat();
    for (const read of [words, withOwnersFirst(words)])
      orders.add(
        inAlphabet(inActiveVoice(read))
          .flatMap(({ terms }) => terms.map(askedAs))
          .join(" "),
      );
  }
  return orders;
}

/** 'Options or shares' as 'shares or options': whatever is joined has no order. */
function inAlphabet(words: readonly ReadWord[]): ReadWord[] {
  const sorted = [...words];
  for (let at = 0; at + 2 < sorted.length; at++) {
    const [one, joint, other] = sorted.slice(at, at + 3);
    if (!isContent(one) || !isContent(other) || !/^(?:and|or|&)$/.test(joint?.word ?? "")) continue;
    if (one !== undefined && other !== undefined && other.word < one.word) {
      sorted[at] = other;
      sorted[at + 2] = one;
    }
  }
  return sorted;
}

/** 'The activities of users' as 'users activities'. */
function withOwnersFirst(given: readonly ReadWord[]): ReadWord[] {
  let words = [...given];
  for (let at = 1; at < words.length - 1; at++) {
    if (words[at]?.word !== "of") continue;
    let start = at;
    while (isContent(words[start - 1]) && words[start - 1]?.word.endsWith("ing") !== true) start--;
    let end = at + 1;
    while (isContent(words[end]) || (end <= at + 2 && isArticle(words[end]?.word ?? ""))) end++;
    if (start === at || end === at + 1) continue;
    words = [
      ...words.slice(0, start),
      ...words.slice(at + 1, end),
      ...words.slice(start, at),
      ...words.slice(end),
    ];
  }
  return words;
}

function inActiveVoice(given: readonly ReadWord[]): ReadWord[] {
  let words = [...given];
  for (let at = 1; at < words.length; at++) {
    const participle = words[at];
    if (participle === undefined || !isParticiple(participle)) continue;
    const start = startOfPassive(words, at);
    if (start === null) continue;
    const [agent, end] = agentBehind(words, at);
    words = [...words.slice(0, start), ...agent, participle, ...words.slice(start, at), ...words.slice(end)];
  }
  return words;
}

/** Where the noun begins that the participle says something of; null if no form of 'be' belongs to it. */
function startOfPassive(words: readonly ReadWord[], participle: number): number | null {
  const wordAt = (at: number) => words[at]?.word ?? "";
  let behind = participle - 1;
  while (behind >= 0 && isAdverb(wordAt(behind))) behind--;
  if (behind < 0) return null;
  let start = behind;
  const isDirect = isBe(wordAt(behind));
  while (isDirect && start > 0 && (isBe(wordAt(start - 1)) || /^ha(?:ve|s)$/.test(wordAt(start - 1))))
    start--;
  while (start > 0 && !isBreak(wordAt(start - 1)) && !isBe(wordAt(start - 1))) start--;
  if (isDirect) return start;
  const isFronted = isBe(wordAt(start - 1)) && !words.slice(start, participle).some(isParticiple);
  return isFronted ? start : null;
}

function agentBehind(words: readonly ReadWord[], participle: number): [ReadWord[], number] {
  if (words[participle + 1]?.word !== "by") return [[], participle + 1];
  let end = participle + 2;
  while (isContent(words[end]) || isArticle(words[end]?.word ?? "")) end++;
  return [words.slice(participle + 2, end), end];
}
