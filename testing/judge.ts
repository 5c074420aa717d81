/** Whether a prompt asks to judge an answer (server/answering/answers/model/prompt.ts). */
export const isJudging = (prompt: string) => /<question-1 /.test(prompt);

/** The calls that don't judge an answer. */
export const withoutJudging = <Call extends { body: { messages: { content: string }[] } }>(calls: Call[]) =>
  calls.filter(({ body }) => !body.messages.some(({ content }) => isJudging(content)));

type Ruling = { holds: string; fails: string };

/** A judge's reply to all questions of its prompt, as `rule` decides by the sentence. */
export function judgeReply(prompt: string, rule: (sentence: string) => Ruling): string {
  return [...prompt.matchAll(/<question-(\d+) [^>]+>\n(Do|Does) [^\n]*\nSentence: ([^\n]*)/g)]
    .map(([, number, verb, sentence = ""]) => {
      const { holds, fails } = rule(sentence);
      return `${number}: ${verb === "Do" ? holds : fails}`;
    })
    .join("\n");
}
