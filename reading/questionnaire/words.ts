/** The title of the column that holds questions, in the languages that answers are given in. */
export const questionWords = new Set(
  "question questions requirement requirements query inquiry enquiry frage fragen anforderung pregunta preguntas domanda domande vraag vragen pergunta perguntas".split(
    " ",
  ),
);
export const answerWords = new Set(
  "answer answers response responses reply antwort antworten réponse réponses reponse respuesta respuestas risposta risposte antwoord antwoorden resposta respostas".split(
    " ",
  ),
);
/** They make another column of it: 'Question ID', 'Response type'. */
const otherWords = new Set(
  "no nr id number type category ref reference options format score weight date by owner status".split(" "),
);
/** How a question begins that ends without a question mark. */
const openers = new Set(
  "do does did is are was were has have had can could will would should may must what when where which who whom whose why how describe provide list explain state specify confirm indicate detail outline identify give attach summarize summarise define".split(
    " ",
  ),
);
export const longestTitleWords = 6;
export const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** As a question or a request: where no title names questions, "Please return by Friday" is none. */
export function asks(text: string): boolean {
  if (/[?？]/.test(text)) return true;
  const words = wordsOf(withoutLabel(text));
  const first = words.findIndex((word) => word !== "please");
  return words.length >= 3 && openers.has(words[first] ?? "");
}

export const looksLikeQuestion = (text: string): boolean =>
  asks(text) || (wordsOf(text).length >= 3 && wordsOf(withoutLabel(text))[0] === "please");

const label =
  /^(?:Q\d{1,4}[.):]?|\d{1,3}(?:\.\d{1,3}){0,4}[.):]|\d{1,3}(?:\.\d{1,3}){1,4}|\([a-z0-9]{1,3}\)|[a-z][.)])\s+/i;

/** `1.2) Do you …` without its number. */
export const withoutLabel = (text: string): string => text.replace(label, "");

export const hasLabel = (text: string): boolean => label.test(text);

export const isTitle = (text: string, words: ReadonlySet<string>): boolean => {
  const own = wordsOf(text);
  return (
    own.length <= longestTitleWords &&
    !text.includes("?") &&
    own.some((word) => words.has(word)) &&
    !own.some((word) => otherWords.has(word))
  );
};
