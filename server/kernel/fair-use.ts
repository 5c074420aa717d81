import type { SharedCall } from "#contract/kernel/endpoint.ts";
import { createTurns, type TurnRules, type FairSemaphore } from "#server/platform/fair-semaphore.ts";

/**
 * Attempts at companies' receivers that one thread makes at the same time; one that waits costs a socket and some 100 KB.
 * Those whose last attempt failed have lanes of their own, so receivers that hang can't delay ones that answer.
 */
export const outboundPlaces = {
  webhooks: 400,
  failingWebhooks: 100,
  // each holds a batch of a megabyte
  streams: 20,
  failingStreams: 20,
};
/** Of these, for one receiver's host: many companies may share one, and then it hangs for all of them at once. */
export const outboundPlacesOfHost = { webhooks: 100 };
export type OutboundLane = keyof typeof outboundPlaces;

const openToAll = { mostPerCompany: 1_000, mostPerPerson: 1_000 };

/**
 * A company's maximum share of one process; the rest stays free for others. Jobs take turns in the queue, across
 * processes (`platform/queue`). The numbers are for two cores: `npm run bench -- neighbors` measures them.
 */
export const shares = {
  /** Retrieval, quoting and recording; a question holds no place while its model writes. */
  questions: {
    places: 4,
    perCompany: 2,
    mostPerCompany: 90,
    mostPerPerson: 30,
    refusal: "Too many questions are being answered for your company right now. Wait a moment and ask again.",
    retryAfterSeconds: 2,
  },
  /** Threads that read questions, passages and answers. `questions` limits their load. */
  drafting: {
    places: 2,
    perCompany: 1,
    ...openToAll,
    refusal: "Too many answers are being written for your company right now. Wait a moment and ask again.",
    retryAfterSeconds: 2,
  },
  /** The thread that reads passages with a question. One that would wait longer than its deadline is not read. */
  reading: {
    places: 1,
    perCompany: 1,
    mostPerCompany: 2,
    mostPerPerson: 2,
    refusal: "Too many of your company's questions are being read right now. Wait a moment and ask again.",
    retryAfterSeconds: 2,
  },
  /** The thread that reads CSV files of users. */
  imports: {
    places: 1,
    perCompany: 1,
    mostPerCompany: 4,
    mostPerPerson: 2,
    refusal: "Another of your company's files is being read. Wait for it to finish, then try again.",
    retryAfterSeconds: 5,
  },
  /** Threads that read responses of SAML providers; a sign-in takes one for some 10 ms. */
  saml: {
    places: 2,
    perCompany: 1,
    mostPerCompany: 100,
    mostPerPerson: 100,
    refusal: "Too many people from your company are signing in right now. Wait a moment and try again.",
    retryAfterSeconds: 2,
  },
  /** Processes that render a cited page; a picture rendered before takes no place. */
  pictures: {
    places: 2,
    perCompany: 1,
    mostPerCompany: 60,
    mostPerPerson: 24,
    refusal: "Too many pages are being rendered for your company right now. Wait a moment and try again.",
    retryAfterSeconds: 2,
  },
  report: {
    places: 2,
    perCompany: 1,
    mostPerCompany: 12,
    mostPerPerson: 8,
    refusal: "Your company already has several reports in progress. Wait for them to finish, then try again.",
    retryAfterSeconds: 5,
  },
  export: {
    places: 6,
    perCompany: 2,
    mostPerCompany: 8,
    mostPerPerson: 4,
    refusal: "Your company already has several exports running. Wait for them to finish, then try again.",
    retryAfterSeconds: 5,
  },
} as const satisfies Record<string, TurnRules>;

/** @param factor multiplies the queue limits per company and person, like all other limits */
export function openTurns(factor: number): Record<"questions" | "pictures" | SharedCall, FairSemaphore> {
  const widened = (rules: TurnRules): TurnRules => ({
    ...rules,
    mostPerCompany: Math.max(1, Math.round(rules.mostPerCompany * factor)),
    mostPerPerson: Math.max(1, Math.round(rules.mostPerPerson * factor)),
  });
  return {
    questions: createTurns(widened(shares.questions)),
    pictures: createTurns(widened(shares.pictures)),
    report: createTurns(widened(shares.report)),
    export: createTurns(widened(shares.export)),
  };
}
