import { z } from "zod";
import { errorCodes, RefusedFile, type ErrorCode, type statusOf } from "#contract/kernel/errors.ts";

/** All but 405: a described call is one whose method is taken. */
export type RefusedStatus = Exclude<(typeof statusOf)[ErrorCode], 405>;

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
