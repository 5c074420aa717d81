import { z } from "zod";
import { errorCodes, RefusedFile, statusOf } from "#contract/kernel/errors.ts";
import type { ErrorCode } from "#contract/kernel/errors.ts";
import type { ProgramCall } from "./program-calls.ts";

/** A problem as `server/http/problem.ts` sends it. */
export const Problem = z.object({
  type: z.literal("about:blank").describe("The kind is in `code`"),
  title: z.string().describe("The kind of problem, in words"),
  status: z.number().int().describe("The HTTP status"),
  detail: z.string().describe("A sentence for the user"),
  code: z.enum(errorCodes).describe("What happened, for a program"),
  requestId: z.string().describe("The call's id in the log and in the header `x-request-id`"),
  errors: z
    .array(
      z.object({
        field: z.string().describe("Its path in the request"),
        detail: z.string().describe("What is wrong with it"),
      }),
    )
    .optional()
    .describe("What is wrong with each field"),
  refused: z.array(RefusedFile).optional().describe("Of an upload: each file, with its reason"),
});

/** All but 405: a described call is one whose method is taken. */
export type RefusedStatus = Exclude<(typeof statusOf)[ErrorCode], 405>;

/** When each status is returned to a program. */
export const meaningOf: Record<RefusedStatus, string> = {
  400: "Something in the request is not as described. Nothing was changed.",
  401: "No key, or one that is unknown, revoked or expired.",
  403: "The key lacks the scope, or was used from an address or a website that it doesn't allow.",
  404: "It doesn't exist, or the key doesn't reach it: both look the same.",
  409: "It conflicts with the present state, such as an inactive theme, a file that is there already, or an `Idempotency-Key` of another call. Nothing was changed.",
  412: "It has changed since you read it. Nothing was changed.",
  413: "Larger than allowed.",
  415: "An unsupported content type, of the request or of a file.",
  429: "Too many calls, or too much work waiting. `Retry-After` says how many seconds to wait.",
  500: "A fault in the program; look it up in the log by its request id.",
  503: "Busy, or part of the installation is unavailable. `Retry-After` says when to retry.",
};

const statuses = Object.keys(meaningOf).map(Number) as RefusedStatus[];

/** Exactly the refusals that a call can return. */
export function refusedStatusesOf(call: ProgramCall): RefusedStatus[] {
  const { method, body, uploads, conditions } = call;
  const sends = body !== undefined || uploads !== undefined;
  // a list of models has no input
  const hasInput = call.noun !== "completions" || sends;
  const can: Record<RefusedStatus, boolean> = {
    400: hasInput,
    401: true,
    403: true,
    404: call.namesThings,
    409: call.conflicts,
    412: method !== "GET" && conditions.length > 0,
    413: sends,
    415: sends,
    429: true,
    500: true,
    503: true,
  };
  return statuses.filter((status) => can[status]);
}
