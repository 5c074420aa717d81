import { termsOf } from "#engine/text/analyze.ts";
import { withoutEnd } from "#engine/text/trim.ts";

const words = (list: string) => `(?:${list.replaceAll(" ", "|")})`;

/**
 * Matches small letters of the pattern in either case, and keeps `\p{Lu}` to capitals. The modifier `(?-i:…)` would say so,
 * but V8 14 sometimes compiles such an expression so that all of it is case-sensitive, for the rest of the process.
 */
function inAnyCase(pattern: string): RegExp {
  const letters = pattern.replaceAll(/\\p\{\w+\}|\\.|[a-z]/gu, (part) =>
    part.length === 1 ? `[${part}${part.toUpperCase()}]` : part,
  );
  return new RegExp(letters, "u");
}

/** Words that begin a question. */
export const ASKING_START = words(
  "who whose what when where which why how is are was were do does did has have can could may must shall should will would",
);

const PERSON = words("you u someone somebody anyone anybody");
const SELF = words("me us");
const ABOUT = words("about whether if that on regarding");
const NAME = String.raw`\p{Lu}\p{Ll}{1,20}`;
const BREAK = String.raw`[\s!?.,;:)(-]{0,4}`;

const GREETING = `(?:hi|hiya|hello|hey|dear|good ${words("morning afternoon evening day")})\\b(?: (?:${words("there again all everyone everybody team guys folks support colleagues sir madam or")}|${NAME})\\b){0,6}`;

/** Lead-ins at the beginning of a sentence; each may follow another. */
const LEADS = [
  GREETING,
  `${words("ok okay please kindly pls plz btw fyi sorry")}\\b`,
  `${words("so well right now also and but")}\\b(?= ?[,:.!–-])`,
  `by the way\\b|excuse me\\b|sorry to ${words("bother disturb ask")}\\b[^,.:?]{0,80}`,
  `(?:${words("a one another")} |just a |one more )?(?:${words("quick short simple stupid")} )?question\\b(?= ?[-–,:.]| ${words("about on regarding")}\\b)`,
  `${words("can could would will")} ${PERSON}(?: ${words("please kindly possibly maybe also perhaps just")}){0,4} (?:help(?: ${SELF})?(?: (?:to )?(?:find out|understand|figure out|with))?|tell(?: ${SELF})?|explain(?: to ${SELF})?|let ${SELF} know|${words("confirm check clarify advise")}|${words("remind show give")} ${SELF}|point ${SELF} to)\\b(?: ${ABOUT}\\b)?`,
  `${words("tell explain show remind give help let")}(?: to)? ${SELF}(?: know)?\\b(?: ${ABOUT}\\b)?(?: like i['’]?m (?:five|5|a child)\\b)?`,
  `${words("do does")} ${PERSON}(?: here)? (?:happen to )?know\\b(?: ${ABOUT}\\b)?`,
  `${words("i we")}(?:['’]${words("m re d ve")}| ${words("am are was were would have")})?(?: (?:${words("just also really currently still been not do")}|don['’]t|a bit|a little)){0,4} (?:${words("wondering wonder curious unsure sure asking know understand confused")}|trying to (?:find out|understand|figure out|learn)|looking (?:for|to find out)|${words("like want wanted need have love")} to (?:${words("know ask check understand confirm")}|find out))\\b(?: ${ABOUT}\\b)?`,
  `it (?:would|['’]d) be ${words("great good nice helpful kind lovely")} (?:if ${PERSON} could|to) (?:${words("please kindly")} )?(?:tell ${SELF}|let ${SELF} know|${words("explain know confirm")}|help(?: ${SELF})?(?: understand| find out)?)\\b(?: ${ABOUT}\\b)?`,
  `(?:(?:${words("my a the our")}|one of (?:my|our)) ${words("customer client caller boss manager colleague guest user")}s? (?:just |now )?(?:asked|asks|is asking|wants to know|would like to know|wonders|is wondering)|i(?:['’]ve been| was| got| have been) asked)(?: ${SELF})?\\b(?: ${ABOUT}\\b)?`,
];
const LEAD = inAnyCase(String.raw`^(?:${LEADS.join("|")})(?:\s{0,3}[,!:;.–—-]{1,6}(?=\s|$)|(?=\s|$))\s{0,9}`);

/** Closing phrases. */
const ENDS = [
  `(?:${words("please pls plz thanks thx ty cheers asap")}|thank you)\\b`,
  `(?<=(?:^|[,.!–—-])\\s{0,3})(?:${words("urgent urgently regards sincerely")}|${words("many kind best warm")} ${words("thanks regards wishes")})\\b`,
];
const ADDED = `(?:a lot|so much|very much|in advance|${words("asap again all everyone team yours and")}|${NAME})\\b`;
const END = inAnyCase(String.raw`(?<=^|[\s,–—-])(?:${ENDS.join("|")})${BREAK}(?:${ADDED}${BREAK}){0,4}$`);

/** Words of a sentence unrelated to the topic: 'Hope you are doing well', 'Any help is appreciated'. */
const TALK = termsOf(
  "hi hello hey hope well good fine great nice day week weekend morning afternoon evening thank thanks thx cheers much " +
    "lot appreciate appreciated help helpful reply answer response soon possible advance forward hearing hear look " +
    "looking sorry bother bothering disturb question quick quickly short urgent asap please kindly regards best kind " +
    "sincerely wishes yours say says said new here still learn learning sure obvious dumb stupid silly know understand " +
    "confused need ask asked tell told find found anything something anywhere write writing enquire matter following " +
    "thing meanwhile everyone team again",
);

/** Removes the lead-in and the thanks from a sentence; a question keeps its question mark. */
export function withoutTalk(sentence: string): string {
  let rest = sentence;
  for (let next = rest.replace(LEAD, ""); next !== rest; next = rest.replace(LEAD, "")) rest = next;
  const bare = withoutEnd(rest.replace(END, ""), /[\s,–—-]/);
  return bare !== "" && rest.includes("?") && !bare.includes("?") ? `${bare}?` : bare;
}

const GREETS = inAnyCase(`^(?:${GREETING})`);

/** Whether a sentence begins with a greeting or ends with thanks or regards. */
export function isCourtesy(sentence: string): boolean {
  return GREETS.test(sentence) || END.test(sentence);
}

/** 'Retention of receipts - how long', 'is it public? where': the question of what stands before. */
const ASKS_ON = inAnyCase(`^${words("who whose whom when where which why how")}\\b(?!.{0,40}\\byou\\b)`);

/** Whether a sentence is only about the conversation itself. */
export function isTalk(sentence: string): boolean {
  return (
    !/\d/.test(sentence) && !ASKS_ON.test(sentence) && [...termsOf(sentence)].every((term) => TALK.has(term))
  );
}
