/** Whether a prompt asks to judge an answer (server/answering/answers/model/prompt.ts). */
export const isJudging = (prompt: string) => /<question-1 /.test(prompt);

/** The calls that don't judge an answer. */
export const withoutJudging = <Call extends { body: { messages: { content: string }[] } }>(calls: Call[]) =>
  calls.filter(({ body }) => !body.messages.some(({ content }) => isJudging(content)));

type Ruling = { holds: string; fails: string };

/**
 * A judge's reply to all questions of its prompt, as `rule` decides by the sentence, or where it doesn't (null), by whether a
 * passage has it word for word.
 */
export function judgeReply(prompt: string, rule: (sentence: string) => Ruling | null): string {
  const passages = [...prompt.matchAll(/<passage-P\d+ [^>]+>\n([\s\S]*?)\n<\/passage-P/g)].map(
    ([, text = ""]) => text,
  );
  return [...prompt.matchAll(/<question-(\d+) [^>]+>\n(Do|Does) [^\n]*\nSentence: ([^\n]*)/g)]
    .map(([, number, verb, sentence = ""]) => {
      const isStated = passages.some((text) => text.includes(sentence));
      const { holds, fails } = rule(sentence) ?? (isStated ? approval : rejection);
      return `${number}: ${verb === "Do" ? holds : fails}`;
    })
    .join("\n");
}

const approval: Ruling = { holds: "yes", fails: "no" };
const rejection: Ruling = { holds: "no", fails: "yes, not said" };
