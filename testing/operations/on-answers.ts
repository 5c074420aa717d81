import * as contract from "#contract/answering/answers.ts";
import { ask as askForAnswer } from "../ask.ts";
import { step, type Step } from "./step.ts";
import { unanswered, type Operation } from "./vocabulary.ts";
import { at, exists, idOf, isOpen, isWithinReach, type Theme, type World } from "./world.ts";

type Of<Kind extends Operation["kind"]> = Extract<Operation, { kind: Kind }>;

const chatOf = (world: World) => `chat ${world.number}`;
const nobodyKnows = "How many days does a customer have?";

function statusOfAsking(world: World, by: Of<"ask">["by"], found: Theme | undefined): number {
  if (by === "agent" && !world.isAgentSignedIn) return 401;
  if (by === "stranger" || !exists(found)) return 404;
  if (by === "agent" && !isWithinReach(found, world.people[1])) return 404;
  return isOpen(found) ? 200 : 409;
}

/** Documents of a sequence are never read, so its themes answer nothing. */
export function ask(world: World, { by, theme }: Of<"ask">): Step {
  const found = at(world.themes, theme);
  const question = { themeId: idOf(found), userQuery: nobodyKnows, sessionId: chatOf(world) };
  return step(by, askForAnswer, question, {
    status: statusOfAsking(world, by, found),
    rows: ["abstained", "0"],
    rowsOf: ({ outcome, citations }) => [outcome, String(citations.length)],
    learn({ interactionId: id }) {
      if (by === "admin" || by === "agent")
        world.answers.push({ id, by, question: nobodyKnows, rating: null });
    },
  });
}

/** The other company's agent asks its theme, which has one document. */
export function askLibrary(world: World, { question }: Of<"askLibrary">): Step {
  const input = { themeId: world.library.id, userQuery: question, sessionId: chatOf(world) };
  return step("reader", askForAnswer, input, {
    status: 200,
    rows: [question === unanswered ? "abstained" : "answered"],
    rowsOf: ({ outcome }) => [outcome],
    learn: ({ interactionId: id }) => void world.answers.push({ id, by: "reader", question, rating: null }),
  });
}

/** People rate their own answers; an administrator's call for another's is refused, another company's finds none. */
export function rate(world: World, { by, asReader, answer, rating, reason }: Of<"rate">): Step {
  const caller = asReader ? "reader" : by;
  const found = at(world.answers, answer);
  const isOfLibrary = found?.by === "reader";
  const isOfCaller = isOfLibrary === (caller === "reader" || caller === "stranger");
  const status =
    caller === "agent" && !world.isAgentSignedIn
      ? 401
      : found === undefined || !isOfCaller
        ? 404
        : caller !== found.by
          ? caller === "agent"
            ? 404
            : 403
          : reason !== undefined && rating !== "bad"
            ? 400
            : 200;
  return step(
    caller,
    contract.rateAnswer,
    { interactionId: idOf(found), rating, reason },
    {
      status,
      learn() {
        if (found !== undefined) found.rating = rating;
      },
    },
  );
}

export function listHistory(world: World, { by, asReader }: Of<"listHistory">): Step {
  const caller = asReader ? "reader" : by;
  return step(
    caller,
    contract.listHistory,
    { sessionId: chatOf(world) },
    {
      status: caller === "agent" && !world.isAgentSignedIn ? 401 : 200,
      rows: world.answers
        .filter((answer) => answer.by === caller)
        .map(({ question, rating }) => `${question} ${rating}`),
      rowsOf: (body) => body.map(({ userQuery, rating }) => `${userQuery} ${rating}`),
    },
  );
}
