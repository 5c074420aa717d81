import type { FastifyReply } from "fastify";
import { statusOf, type ErrorBody } from "#contract/kernel/errors.ts";
import { completionsError, isCompletions } from "./completions-error.ts";
import { isForPrograms, problemOf } from "./problem.ts";
import { isScim, scimErrorOf } from "./scim-error.ts";

type Form = {
  /** Media types of results and of refusals. */
  type: string;
  errorType: string;
  /** `kind`: SCIM's own, if the status alone is not specific enough. */
  errorOf(body: ErrorBody, kind?: string): object;
};

const json = "application/json";
const scimJson = "application/scim+json";

/** What calls are answered with: people's own, and those of each protocol. The API reference describes them from here. */
export const dialects = {
  own: { type: json, errorType: json, errorOf: (body) => body },
  problem: { type: json, errorType: "application/problem+json", errorOf: problemOf },
  completions: { type: json, errorType: json, errorOf: completionsError },
  scim: { type: scimJson, errorType: scimJson, errorOf: scimErrorOf },
} satisfies Record<string, Form>;
export type Dialect = keyof typeof dialects;

export function dialectOf(url: string): Dialect {
  if (isForPrograms(url)) return "problem";
  if (isCompletions(url)) return "completions";
  return isScim(url) ? "scim" : "own";
}

export function sendError(reply: FastifyReply, dialect: Dialect, body: ErrorBody, kind?: string) {
  const { errorType, errorOf }: Form = dialects[dialect];
  const status = statusOf[body.code];
  // RFC 6750: how to authenticate, unless it was said in more detail
  if (status === 401 && dialect !== "own" && !reply.hasHeader("www-authenticate"))
    reply.header("www-authenticate", "Bearer");
  return reply
    .code(status)
    .type(`${errorType}; charset=utf-8`)
    .send(JSON.stringify(errorOf(body, kind)));
}
