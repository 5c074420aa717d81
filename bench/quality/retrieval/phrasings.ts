/** Wraps a question the way a person might ask it. */
export type Phrasing = (question: string) => string;

const small = (question: string) => question.charAt(0).toLowerCase() + question.slice(1);

/** Read during development of the rules in `engine/query/pleasantries.ts`. */
export const seenPhrasings: Phrasing[] = [
  (question) => `Hi team, hope you are doing well! ${question} Thanks a lot in advance!`,
  (question) =>
    `A customer on the phone just asked me the following and I am not sure what to tell him. ${question}`,
  (question) => `Could you please help me find out ${small(question)}`,
  (question) => `quick question - ${small(question)} asap pls`,
  (question) =>
    `I'm new here and still learning, sorry if this is obvious, but I couldn't find it anywhere: ${small(question)}`,
  (question) =>
    `I was wondering, ${small(question)} I'd really appreciate a short answer with the exact wording.`,
  (question) => `Explain to me like I'm five: ${small(question)}`,
  (question) => `Sorry to bother you again :) ${question}`,
  (question) =>
    `So I've been reading through the documents all morning and honestly I'm confused, ${small(question)}`,
];

/** Written before the rules and not inspected one by one. */
export const otherPhrasings: Phrasing[] = [
  (question) =>
    `Good morning, I have a caller on the line who has been waiting for ten minutes. ${question} He is getting impatient.`,
  (question) =>
    `Dear Sir or Madam, I am writing to enquire about the following matter. ${question} I look forward to hearing from you. Kind regards, Anna Schmidt`,
  (question) => `need this for a meeting in five minutes: ${small(question)}`,
  (question) => `My boss told me to look this up. ${question}`,
  (question) => `${question} I couldn't find anything about it on the website.`,
  (question) => `Do you happen to know ${small(question)}`,
  (question) => `${question} Please answer in two or three sentences and name the page.`,
  (question) => `hey can u tell me ${small(question)} thx!!`,
  (question) =>
    `For my training tomorrow I would like to understand this better. ${question} And where does it say so?`,
  (question) => `It would be great if you could let me know ${small(question)}`,
];
