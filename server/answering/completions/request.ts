import { createHash } from "node:crypto";
import type { z } from "zod";
import { maximumQuestion } from "#contract/answering/answers.ts";
import { CompletionRequest, type CompletionPart } from "#contract/answering/completions.ts";
import { prose, noTags } from "#contract/kernel/values.ts";
import type { AskedQuestion } from "#server/answering/answers/asked-question.ts";
import { inputSentence } from "#server/http/input-sentence.ts";
import { AppError, invalid } from "#server/platform/errors.ts";

type Part = z.output<typeof CompletionPart>;

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
  const parsed = CompletionRequest.safeParse(body ?? {}, { error: inputSentence });
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
      selectedTags: noTags,
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
