import { createHash } from "node:crypto";
import { z } from "zod";
import { maximumQuestion } from "#contract/answering/answers.ts";
import { prose, SelectedTags, text } from "#contract/kernel/values.ts";
import type { AskedQuestion } from "#server/answering/answers/asked-question.ts";
import { inputSentence } from "#server/http/input-sentence.ts";
import { AppError, invalid } from "#server/platform/errors.ts";

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
type Part = z.output<typeof Part>;

const Message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z.union([z.string(), z.array(Part)]).nullish(),
});

/** More than a conversation that a person reads; the body's limit of bytes comes first for long ones. */
const mostMessages = 2_000;

/** The parameters that change an answer here. Those of sampling, length and caching change nothing, and clients always send them. */
const Request = z.looseObject({
  model: z.string("Name a model, such as theme-3."),
  messages: z
    .array(Message)
    .min(1, "Send at least one message.")
    .max(mostMessages, `Send at most ${mostMessages} messages.`),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  user: text(200).nullish(),
  metadata: z.looseObject({ conversation: text(80).optional() }).nullish(),
  n: z.literal(1, "One answer is given to a question: leave n out, or send 1.").nullish(),
  logprobs: z.literal(false, "Answers have no log probabilities.").nullish(),
  audio: z.null("Answers are text.").optional(),
  modalities: z.array(z.literal("text", "Answers are text.")).nullish(),
  response_format: z
    .looseObject({ type: z.literal("text", "Answers are text. For JSON, call POST /api/v1/answers.") })
    .nullish(),
  tool_choice: z
    .enum(["auto", "none"], "Tools are never called: leave tool_choice out, or send auto or none.")
    .nullish(),
  function_call: z
    .enum(["auto", "none"], "Functions are never called: leave function_call out, or send auto or none.")
    .nullish(),
});

export const modelOf = (themeId: number) => `theme-${themeId}`;

/** @throws AppError not_found for a model that no theme can have */
export function themeIdOf(model: string): number {
  const [, id] = /^theme-([1-9]\d{0,9})$/.exec(model) ?? [];
  const themeId = Number(id ?? 0);
  if (themeId < 1 || themeId > 2_147_483_647) throw noSuchModel();
  return themeId;
}

export function noSuchModel(): AppError {
  return new AppError("not_found", "There is no such model, or you don't have access to it.", {
    fields: { model: "There is no such model." },
  });
}

export type Asked = {
  question: AskedQuestion;
  model: string;
  isStreamed: boolean;
  includesUsage: boolean;
};

/** The question that a request asks. @throws AppError invalid, with the parameter that is wrong */
export function readRequest(body: unknown): Asked {
  const parsed = Request.safeParse(body ?? {}, { error: inputSentence });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(issue?.path.join(".") || "body", issue?.message ?? "The request is not valid.");
  }
  const { model, messages, stream, stream_options, user, metadata } = parsed.data;
  const questions = messages.flatMap(({ role, content }, at) => (role === "user" ? [{ content, at }] : []));
  const last = questions.at(-1);
  if (last === undefined)
    throw invalid("messages", "Send a message of the role user: the last one is the question.");
  const themeId = themeIdOf(model);
  const endUser = user || undefined;
  // what was asked before, as it was asked: an image or an empty message was refused then
  const earlier = questions.slice(0, -1).map(({ content }) => wordsOf(content).trim());
  const asked = questionIn(last.content, `messages.${last.at}.content`);
  const sessions = sessionsOf([themeId, endUser ?? ""], [...earlier, asked]);
  const conversation = metadata?.conversation || undefined;
  return {
    model,
    isStreamed: stream ?? false,
    includesUsage: stream_options?.include_usage ?? false,
    question: {
      themeId,
      userQuery: asked,
      selectedTags: SelectedTags.parse({}),
      sessionId: conversation ?? sessions.at(-1) ?? "",
      endUser,
      ...(conversation === undefined ? { earlierSessions: sessions.slice(0, -1) } : {}),
    },
  };
}

const wordsOf = (content: string | Part[] | null | undefined): string =>
  typeof content === "string"
    ? content
    : (content ?? []).flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("\n");

function questionIn(content: string | Part[] | null | undefined, at: string): string {
  if (Array.isArray(content)) {
    const other = content.findIndex(({ type }) => type !== "text");
    if (other !== -1)
      throw invalid(`${at}.${other}`, "A question is text: images, sound and files are not read here.");
  }
  const parsed = prose(maximumQuestion).safeParse(wordsOf(content));
  if (!parsed.success) throw invalid(at, parsed.error.issues[0]?.message ?? "The question is not valid.");
  if (parsed.data === "") throw invalid(at, "The last message of the role user is empty. Send a question.");
  return parsed.data;
}

/**
 * The protocol sends the whole conversation and gives it no name. Each question is recorded under a hash of all questions up
 * to it, so the next request finds exactly the turns before it: as they were recorded, whatever the request says that was
 * answered, and never those of another conversation that began otherwise or of another end user.
 */
function sessionsOf(place: (string | number)[], questions: string[]): string[] {
  let hash = createHash("sha256").update(JSON.stringify(place)).digest("base64url");
  return questions.map((question) => {
    hash = createHash("sha256")
      .update(JSON.stringify([hash, question]))
      .digest("base64url");
    return `completions-${hash}`;
  });
}
