import { noTags } from "#contract/kernel/values.ts";
import { ask } from "#server/answering/answers/ask.ts";
import { rateAnswer } from "#server/answering/answers/rate.ts";
import type { Person } from "#server/kernel/actor.ts";
import { recordSignIn } from "#server/identity/users/shared-store.ts";
import type { PersonKey } from "./facts/people.ts";
import type { DemoQuestion } from "./facts/question.ts";
import { claimsQuestions, lateClaimsQuestions } from "./facts/questions-claims.ts";
import { billingQuestions, lateBillingQuestions } from "./facts/questions-billing.ts";
import { supportQuestions } from "./facts/questions-support.ts";
import type { ThemeKey } from "./facts/themes.ts";
import { judge, type GivenRating } from "./judge.ts";
import type { Random } from "./random.ts";
import type { Reviews } from "./review-answers.ts";
import type { Cast, Stage } from "./stage.ts";
import type { Act } from "./timeline.ts";

const minute = 60_000;
/** Reviews are made the next morning, or, for the newest questions, just before the demo opens. */
const reviewDelay = 18 * 60 * minute;

/** The askers of a theme; a person listed twice asks twice as often. */
const askers: Record<Exclude<ThemeKey, "holiday">, readonly [PersonKey, ...PersonKey[]]> = {
  support: ["maya", "maya", "tom", "aisha", "kenji", "sofia"],
  billing: ["marcus", "marcus", "elena", "elena", "maya", "tom"],
  claims: ["grace", "grace", "kenji"],
};

type Planned = { theme: keyof typeof askers; question: DemoQuestion };
const of = (theme: Planned["theme"], questions: DemoQuestion[]): Planned[] =>
  questions.map((question) => ({ theme, question }));

/** Questions in a fixed random order; those about the late documents come last. */
export function planQuestions(random: Random): { early: Planned[]; late: Planned[] } {
  return {
    early: random.shuffle([
      ...of("support", supportQuestions),
      ...of("billing", billingQuestions),
      ...of("claims", claimsQuestions),
    ]),
    late: [...of("billing", lateBillingQuestions), ...of("claims", lateClaimsQuestions)],
  };
}

/** Asks questions, then rates and reviews the answers, through the product's own verbs. */
export function questionActs(
  stage: Stage,
  cast: Cast,
  planned: Planned[],
  moments: Date[],
  random: Random,
  reviews: Reviews,
): Act[] {
  return planned.map(({ theme, question }, index) => {
    const at = moments[index] ?? stage.now;
    const person = cast.person(random.pick(askers[theme]));
    const sessionId = `session-${at.getTime()}-${Math.floor(random.next() * 1e9).toString(36)}`;
    return askAct({ stage, cast, theme, person, sessionId, random, reviews }, question, at, true);
  });
}

type Chat = {
  stage: Stage;
  cast: Cast;
  theme: ThemeKey;
  person: Person;
  sessionId: string;
  random: Random;
  reviews: Reviews;
};

function askAct(chat: Chat, question: DemoQuestion, at: Date, signsIn: boolean): Act {
  const { stage, cast, theme, person, sessionId, random } = chat;
  return {
    at,
    async run() {
      const caller = stage.as(person, at);
      if (signsIn) {
        await caller.transact((ctx) =>
          recordSignIn(ctx, { id: person.id, must_change_password: false, temp_password_expires_at: null }),
        );
      }
      const answer = await ask(
        caller,
        {
          themeId: cast.theme(theme),
          userQuery: question.text,
          selectedTags: { ...noTags, ...question.tags },
          sessionId,
        },
        new AbortController().signal,
        () => undefined,
      );
      const { interactionId } = answer;
      const { rating, review } = judge(question, answer, random);
      const readFor = (1 + random.next() * 3) * minute;
      const acts: Act[] = [];
      if (rating !== null)
        acts.push(rateAct(chat, interactionId, rating, before(stage, at.getTime() + readFor)));
      if (review !== null)
        acts.push(chat.reviews.act(theme, interactionId, review, before(stage, at.getTime() + reviewDelay)));
      const { followUp } = question;
      if (followUp !== undefined)
        acts.push(askAct(chat, followUp, before(stage, at.getTime() + readFor + minute), false));
      return acts;
    },
  };
}

function rateAct({ stage, person }: Chat, interactionId: number, rating: GivenRating, at: Date): Act {
  return {
    at,
    run: async () => {
      await stage.as(person, at).transact((ctx) => rateAnswer(ctx, { interactionId, ...rating }));
      return [];
    },
  };
}

function before(stage: Stage, time: number): Date {
  return new Date(Math.min(time, stage.now.getTime() - minute));
}
