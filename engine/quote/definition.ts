import { isOn } from "#engine/rules.ts";
import { termsIn } from "#engine/text/analyze.ts";
import { english, type Language } from "#engine/text/language.ts";

/** 'What is a grace period?', 'what does CareCover mean': up to four words and nothing else. */
const ASKING =
  /^\s{0,9}what(?:['’]?s| is| are| does| do)\s{1,9}(?:an? |the |your )?(\S{1,60}(?: \S{1,60}){0,3}?)(?: means?| stands? for)?\s{0,9}[?.!]{0,3}\s{0,9}$/i;
/** The end of what a sentence speaks of. */
const SAYING = /\b(?:is|are|means?|refers? to|stands? for)\b|[:=–—]/i;
/** 'A deductible is not charged' says no more of it than any other sentence. */
const NOTHING = /^\s{0,9}(?:not|no|only|never)\b/i;
/** Sentences are read this far, in characters. */
const longestSubject = 160;
/** 'The Stride Installment Plan' is Stride; more words beside it are another subject. */
const mostBeside = 4;
/** 'Every late fee is …', but not 'This policy says how late fees are …'. */
const mostBefore = 1;

/** The terms of what a question asks the meaning of; none if it asks something else. */
export function askedTerm(question: string, language: Language): string[] {
  if (!isOn("definitions") || language !== english) return [];
  const [, words] = ASKING.exec(question) ?? [];
  return words === undefined ? [] : termsIn(words);
}

/** Whether a sentence begins with these terms and says what they are. */
export function saysWhatItIs(sentence: string, terms: readonly string[]): boolean {
  if (terms.length === 0) return false;
  const beginning = sentence.slice(0, longestSubject);
  const saying = SAYING.exec(beginning);
  if (saying === null || NOTHING.test(beginning.slice(saying.index + saying[0].length))) return false;
  const subject = termsIn(beginning.slice(0, saying.index));
  const first = Math.min(...terms.map((term) => subject.indexOf(term)));
  return first >= 0 && first <= mostBefore && subject.length <= terms.length + mostBeside;
}
