import { isOn } from "#engine/rules.ts";
import { termsOf } from "#engine/text/analyze.ts";
import { ASKING_START, isTalk, withoutTalk } from "./pleasantries.ts";

/** The question itself, and the story around it; greetings, thanks and the like are in neither. */
export type Wording = {
  asked: string;
  preamble: string;
  /** The question names little of its own and refers to the story. */
  isElliptical: boolean;
};

/** Words that point back instead of naming something; some only at the end ('… the above?', '… after that?'). */
export const POINTERS =
  /\b(?:it|its|this|these|those|they|them|their|he|she|then|same|such|else)\b|\b(?:that|ones?|above|others?)\W*$|(?<!\b(?:is|are|was|were) )\bthere\b/i;

/** A shorter question isn't separated from its story. */
const LEAST_ASKED = 2;
/** A question with more names is specific enough. */
const FEW_ASKED = 6;

const ASKS = new RegExp(String.raw`\?["'”’)]*$|^${ASKING_START}\b`, "i");
const ASKS_AT_START = new RegExp(String.raw`^${ASKING_START}\b`, "i");
/** End of a sentence; also the start of a question after a colon or a dash. */
const SENTENCE_END = new RegExp(
  [
    String.raw`(?<=[.!?]["'”’)]{0,3}) `,
    String.raw` ?\n ?`,
    String.raw`: (?=(?:${ASKING_START}|under|in|for|if)\b)`,
    String.raw` [-–—]{1,3} (?=${ASKING_START}\b)`,
  ].join("|"),
  "iu",
);
const TELLS_OF_SELF = /^(?:so |well |now )?(?:i|we|my|our)\b/i;
const ASKS_AFTER_COMMA = new RegExp(`, (?=${ASKING_START}\\b)`, "i");
/** 'I moved to Ohio, which form do I need': the personal part ends before the question. */
const toldAndAsked = (sentence: string) =>
  TELLS_OF_SELF.test(sentence) ? sentence.split(ASKS_AFTER_COMMA) : [sentence];
/** ':)' and the like, and emoji. */
const SMILEY = / ?(?:(?<= )[:;]-?[)(DP](?= |$)|\p{Extended_Pictographic})+ ?/gu;

/** A line that begins in lower case goes on with the one before, unless either stands by itself. */
function joinLines(text: string): string {
  const lines = text.split(/ ?\n ?/);
  return lines
    .map((line, index) => {
      const before = lines[index - 1];
      if (before === undefined) return line;
      const isGoingOn =
        /^\p{Ll}/u.test(line) && !ASKS_AT_START.test(line) && !/[^\p{L}\p{N},%]$/u.test(before);
      return isGoingOn && before !== "" && (ASKS_AT_START.test(before) || !isTalk(before))
        ? ` ${line}`
        : `\n${line}`;
    })
    .join("");
}

/** Separates a message into its question and its story, and drops small talk. */
export function wordingOf(text: string): Wording {
  if (!isOn("preamble")) return { asked: text, preamble: "", isElliptical: false };
  const sentences = joinLines(text.trim().replace(/[^\S\n]+/gu, " "))
    .replace(SMILEY, "\n")
    .split(SENTENCE_END)
    .flatMap(toldAndAsked)
    .map(withoutTalk)
    .filter((sentence) => !isTalk(sentence));
  const asked = sentences.filter((sentence) => ASKS.test(sentence)).join("\n");
  const size = termsOf(asked).size;
  if (size < LEAST_ASKED) return { asked: sentences.join("\n") || text, preamble: "", isElliptical: false };
  const preamble = sentences.filter((sentence) => !ASKS.test(sentence)).join("\n");
  return { asked, preamble, isElliptical: size <= FEW_ASKED && POINTERS.test(asked) };
}
