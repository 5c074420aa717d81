import { createHash } from "node:crypto";
import { noTags } from "#contract/kernel/values.ts";
import type { askWidget as contract, WidgetAnswer } from "#contract/answering/widget.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import { ask } from "#server/answering/answers/ask.ts";
import type { AskedQuestion } from "#server/answering/answers/asked-question.ts";
import { greet } from "#server/answering/answers/greet.ts";
import { answerContext } from "#server/answering/programs/answers.ts";
import { presentProgramAnswer } from "#server/answering/programs/present.ts";
import { networkOf } from "#server/http/origin.ts";
import { callerFor } from "#server/kernel/callers.ts";
import { personOf, type Caller } from "#server/kernel/context.ts";
import { listWithinReach } from "#server/knowledge/themes/shared-store.ts";
import { AppError } from "#server/platform/errors.ts";
import { presentWidgetAnswer, presentWidgetGreeting } from "./present.ts";

type Given = Input<typeof contract>;

/**
 * A visitor's question to the widget's one theme, recorded as the key's. Neither the visitor's id nor the network address
 * is recorded: the company may not keep who visits a website.
 */
export async function askWidget(caller: Caller, given: Given, signal: AbortSignal): Promise<WidgetAnswer> {
  await countQuestion(caller, given);
  const unnamed = callerFor(
    caller.services,
    personOf(caller),
    { requestId: caller.requestId, address: "", reads: caller.reads },
    null,
  );
  const [theme] = await unnamed.transact(listWithinReach);
  if (theme === undefined || !theme.is_open)
    throw new AppError("unavailable", "Questions can't be answered here at the moment.");
  const question = questionOf(caller, given, theme.id);
  try {
    const greeting = await greet(unnamed, question);
    if (greeting !== null) return presentWidgetGreeting(greeting);
    const answer = await ask(unnamed, question, signal, () => undefined);
    return presentWidgetAnswer(presentProgramAnswer(answer, answerContext(unnamed)));
  } catch (error) {
    throw error instanceof AppError ? forVisitors(error) : error;
  }
}

/**
 * The visitor's questions first, so that one who is refused takes none from the others. The network counts besides the
 * id, which a visitor can change.
 * @throws AppError limit_exceeded
 */
async function countQuestion(caller: Caller, { visitor }: Given): Promise<void> {
  const { key } = personOf(caller);
  if (key?.visitors === undefined) throw new AppError("forbidden", "This key is not the key of a widget.");
  const { limits } = caller.services;
  const { visitorQuestionsPerHour: perHour, questionsPerDay: perDay } = key.visitors;
  const tooMany = "You have asked as many questions as this page takes within an hour. Ask again later.";
  for (const who of [`network ${networkOf(caller.address)}`, `visitor ${visitor}`])
    await limits.consume("widget-visitor", `${key.id} ${who}`, tooMany, perHour);
  const fullDay = "This page has answered as many questions as it takes in a day. Ask again tomorrow.";
  await limits.consume("widget-day", String(key.id), fullDay, perDay);
}

function questionOf(
  caller: Caller,
  { question, visitor, conversation }: Given,
  themeId: number,
): AskedQuestion {
  const place = JSON.stringify([personOf(caller).id, visitor, conversation]);
  return {
    themeId,
    userQuery: question,
    selectedTags: noTags,
    // all visitors are one user on record: nobody else can name this conversation, and it names nobody
    sessionId: `widget-${createHash("sha256").update(place).digest("base64url")}`,
  };
}

/** Models, providers and administrators are no matter of visitors; the cause is on record. */
function forVisitors(error: AppError): AppError {
  const [code, message] =
    error.code === "limit_exceeded"
      ? (["limit_exceeded", "Many people are asking right now. Wait a moment and ask again."] as const)
      : (["unavailable", "The answer couldn't be completed. Ask again in a moment."] as const);
  return new AppError(code, message, { retryAfterSeconds: error.retryAfterSeconds ?? 5, cause: error });
}
