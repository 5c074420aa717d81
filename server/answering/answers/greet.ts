import { Readable } from "node:stream";
import type { Greeting } from "#contract/answering/answers.ts";
import type { ProgramGreeting } from "#contract/answering/programs.ts";
import { isGreeting } from "#engine/query/greeting.ts";
import type { Caller } from "#server/kernel/context.ts";
import { frameOf } from "#server/http/event-stream.ts";
import { eventsResponse, type RawResponse } from "#server/http/response.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { firstQuestions } from "./first-questions-port.ts";
import { getOpenTheme } from "./open-theme.ts";

const response = "Happy to help. Ask a question about these documents.";
const mostQuestions = 3;

/** The reply to a greeting or thanks; null for a question. Nothing is recorded and no model is asked. */
export async function greet(
  caller: Caller,
  { themeId, userQuery }: Pick<AskedQuestion, "themeId" | "userQuery">,
): Promise<Greeting | null> {
  if (!isGreeting(userQuery)) return null;
  const theme = await caller.transact((ctx) => getOpenTheme(ctx, themeId));
  const questions = await firstQuestions.of(caller.services).of(caller.services, theme);
  return {
    interactionId: null,
    outcome: "greeting",
    response,
    questions: questions.slice(0, mostQuestions).map(({ question }) => question),
    citations: [],
  };
}

/** The only event of its stream. */
export function greetingEvents(greeting: Greeting | ProgramGreeting): RawResponse {
  return eventsResponse(Readable.from([frameOf({ type: "greeting", greeting })]));
}
