import type { z } from "zod";
import { CompletionError } from "#contract/answering/completions.ts";
import { ScimError } from "#contract/identity/scim.ts";
import { ErrorBody, errorCodes, statusOf, type ErrorCode } from "#contract/kernel/errors.ts";
import { readsRepeatKey } from "#server/http/call-headers.ts";
import { dialectOf, dialects, type Dialect } from "#server/http/dialects.ts";
import type { DescribedCall } from "./described-calls.ts";
import type { HeaderReferences } from "./headers.ts";
import { namesThings } from "./names-things.ts";
import { Problem, type RefusedStatus } from "./problem-body.ts";
import type { ApiSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

/** The bodies of refusals, each under the name of its responses. */
const errorSchemas = {
  own: { name: "Refused", schema: ErrorBody },
  problem: { name: "Problem", schema: Problem },
  completions: { name: "CompletionError", schema: CompletionError },
  scim: { name: "ScimError", schema: ScimError },
} satisfies Record<Dialect, { name: string; schema: z.ZodType }>;

type Refusal = { people: string; programs: string; sentence: string; code: ErrorCode };
const both = (when: string) => ({ people: when, programs: when });

/** When each status is returned to people and to programs, with an example where none is recorded. */
const refusals: Record<RefusedStatus, Refusal> = {
  400: {
    ...both("Something in the request is not as described. Nothing was changed."),
    sentence: "Enter a full email address, like name@company.com.",
    code: "invalid",
  },
  401: {
    people: "No session, an expired one, or a second factor that is still missing.",
    programs: "No key, or one that is unknown, revoked or expired.",
    sentence: "Please sign in.",
    code: "unauthenticated",
  },
  403: {
    people:
      "The person may not do this, or must first change the password, accept the terms, set up a second factor or give the password again; or the call came from another website.",
    programs: "The key lacks the scope, or was used from an address or a website that it doesn't allow.",
    sentence: "You don't have permission to do this.",
    code: "forbidden",
  },
  404: {
    people: "It doesn't exist, or it belongs to someone else: both look the same.",
    programs: "It doesn't exist, or the key doesn't reach it: both look the same.",
    sentence: "Not found, or you don't have access.",
    code: "not_found",
  },
  408: {
    ...both(
      "The headers took longer than 15 seconds to arrive, or the whole request longer than two minutes. Of an upload, files that had arrived whole may be stored; otherwise nothing was changed.",
    ),
    sentence: "The request took too long to arrive. Nothing was changed.",
    code: "timed_out",
  },
  409: {
    people:
      "It conflicts with existing data, such as a name that is taken, or someone else changed it since it was read (`changed_meanwhile`), or its `Idempotency-Key` belongs to another call. Nothing was changed.",
    programs:
      "It conflicts with the present state, such as an inactive theme, a file that is there already, or an `Idempotency-Key` of another call. Nothing was changed.",
    sentence: "A user with this email already exists.",
    code: "conflict",
  },
  412: {
    ...both("It has changed since you read it. Nothing was changed."),
    sentence: "The document has changed since you read it. Nothing was changed. Read it again, then decide.",
    code: "precondition_failed",
  },
  413: {
    ...both("Larger than allowed."),
    sentence: "The request is larger than allowed.",
    code: "too_large",
  },
  415: {
    ...both("An unsupported content type, of the request or of a file."),
    sentence: "The request's content type is not supported. Send JSON.",
    code: "unsupported_type",
  },
  429: {
    ...both("Too many calls, or too much work waiting. `Retry-After` says how many seconds to wait."),
    sentence: "Too many requests. Try again in a minute.",
    code: "limit_exceeded",
  },
  431: {
    ...both("The address and the headers are longer than 16 KB. Nothing was changed."),
    sentence: "The request's address and headers are too long. Nothing was changed.",
    code: "headers_too_large",
  },
  500: {
    ...both("A fault in the program; look it up in the log by its request id."),
    sentence:
      "Something went wrong on our side. Nothing was changed. Try again. If it happens again, tell us the request id.",
    code: "internal",
  },
  503: {
    ...both("The server is busy or partly unavailable. `Retry-After` says when to retry."),
    sentence: "The server is busy. Nothing was changed. Try again in a moment.",
    code: "unavailable",
  },
};

const statuses = Object.keys(refusals).map(Number) as RefusedStatus[];

/** The refusals that a call can return. */
export function refusedStatusesOf(call: DescribedCall): RefusedStatus[] {
  const { method, path, permission, query, keysOnly, fromOtherSites, conditions, limit } = call;
  const isWrite = method !== "GET";
  const isPublic = permission === "public";
  const can: Record<RefusedStatus, boolean> = {
    // other calls refuse parameters that they don't know (`server/http/input.ts`)
    400: isWrite || query !== undefined || !keysOnly,
    401: !isPublic || path.startsWith("/api/auth/"),
    // a page of another website
    403: !isPublic || (isWrite && !fromOtherSites),
    404: namesThings(call),
    // before any call is known (`server/http/unrouted.ts`), as is 431
    408: true,
    409: readsRepeatKey(call) || (call.conflicts ?? isWrite),
    412: isWrite && conditions !== undefined,
    // a body is read wherever a method can have one
    413: isWrite,
    415: isWrite,
    429: !isPublic || limit !== undefined,
    431: true,
    500: true,
    503: true,
  };
  return statuses.filter((status) => can[status]);
}

/** The name of a refusal's response among a document's components. */
export const refusalName = (dialect: Dialect, status: RefusedStatus) =>
  `${errorSchemas[dialect].name}${status}`;

/** Of a call, by status: references to the responses that `refusalResponses` describes. */
export function refusalsOf(call: DescribedCall): Json {
  const dialect = dialectOf(call.path);
  return Object.fromEntries(
    refusedStatusesOf(call).map((status) => [
      status,
      { $ref: `#/components/responses/${refusalName(dialect, status)}` },
    ]),
  );
}

/** One described response per form and status that the calls use, with its recorded example if there is one. */
export function refusalResponses(
  calls: DescribedCall[],
  schemas: ApiSchemas,
  headers: HeaderReferences,
  recorded: Record<string, { response?: unknown } | undefined>,
): Json {
  const used = new Map(
    calls.flatMap((call) => {
      const dialect = dialectOf(call.path);
      return refusedStatusesOf(call).map(
        (status) => [refusalName(dialect, status), { dialect, status }] as const,
      );
    }),
  );
  return Object.fromEntries(
    [...used]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { dialect, status }]) => {
        const { people, programs, sentence, code } = refusals[status];
        const codes = errorCodes.filter((one) => statusOf[one] === status).map((one) => `\`${one}\``);
        const hasCode = dialect === "own" || dialect === "problem";
        const error = { error: sentence, code, requestId: "5f0c1d8e-5a53-4a7e-9a3b-0a7b6f1f6a51" };
        const { errorType, errorOf } = dialects[dialect];
        return [
          name,
          {
            description: `${dialect === "own" ? people : programs}${hasCode ? ` Code: ${codes.join(", ")}.` : ""}`,
            headers: headers.refused(dialect, status),
            content: {
              [errorType]: {
                schema: schemas.of(errorSchemas[dialect].schema, "output"),
                example: recorded[name]?.response ?? errorOf(error, undefined),
              },
            },
          },
        ];
      }),
  );
}
