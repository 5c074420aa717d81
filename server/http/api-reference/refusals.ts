import type { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { ErrorBody, errorCodes, statusOf } from "#contract/kernel/errors.ts";
import type { ErrorCode } from "#contract/kernel/errors.ts";
import { isForPrograms, problemOf } from "#server/http/problem.ts";
import { namesThings } from "./names-things.ts";
import { Problem } from "./program-refusals.ts";
import type { ApiSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;
/** All but 405: a described call is one whose method is taken. */
type Status = Exclude<(typeof statusOf)[ErrorCode], 405>;

/** When each status is returned, with an example sentence. */
const refusals: Record<Status, { when: string; sentence: string; code: ErrorCode }> = {
  400: {
    when: "Something in the request is not as described. Nothing was changed.",
    sentence: "Enter a full email address, like name@company.com.",
    code: "invalid",
  },
  401: {
    when: "No session, an expired one, or a second factor that is still missing.",
    sentence: "Please sign in.",
    code: "unauthenticated",
  },
  403: {
    when: "The person may not do this, or must first change the password, accept the terms, set up a second factor or give the password again.",
    sentence: "You don't have permission to do this.",
    code: "forbidden",
  },
  404: {
    when: "It doesn't exist, or it belongs to someone else: both look the same.",
    sentence: "Not found, or you don't have access.",
    code: "not_found",
  },
  409: {
    when: "It conflicts with existing data, such as a name that is taken, or someone else changed it since it was read (`changed_meanwhile`). Nothing was changed.",
    sentence: "A user with this email already exists.",
    code: "conflict",
  },
  412: {
    when: "Someone else changed it since it was read. Nothing was changed.",
    sentence: "Someone else changed this in the meantime. Reload, then repeat your change.",
    code: "precondition_failed",
  },
  413: { when: "Larger than allowed.", sentence: "The request is larger than allowed.", code: "too_large" },
  415: {
    when: "An unsupported content type.",
    sentence: "The request's content type is not supported. Send JSON.",
    code: "unsupported_type",
  },
  429: {
    when: "Too many calls, or too much work waiting. `Retry-After` says how many seconds to wait.",
    sentence: "Too many requests. Try again in a minute.",
    code: "limit_exceeded",
  },
  500: {
    when: "A fault in the program; look it up in the log by its request id.",
    sentence:
      "Something went wrong on our side. Nothing was changed. Try again. If it happens again, tell us the request id.",
    code: "internal",
  },
  503: {
    when: "The server is busy or partly unavailable. `Retry-After` says when to retry.",
    sentence: "The server is busy. Nothing was changed. Try again in a moment.",
    code: "unavailable",
  },
};

const statuses = Object.keys(refusals).map(Number) as Status[];

/** One described response per status, for `components.responses`: one for people's calls, one for programs'. */
export function errorResponses(schemas: ApiSchemas): Json {
  const requestId = "5f0c1d8e-5a53-4a7e-9a3b-0a7b6f1f6a51";
  return Object.fromEntries(
    statuses.flatMap((status) => {
      const { when, sentence, code } = refusals[status];
      const codes = errorCodes.filter((one) => statusOf[one] === status);
      const waits = status === 429 || status === 503;
      const responseOf = (type: string, schema: z.ZodType, example: Json): Json => ({
        description: `${when} Code: ${codes.map((one) => `\`${one}\``).join(", ")}.`,
        ...(waits && {
          headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } },
        }),
        content: { [type]: { schema: schemas.of(schema, "output"), example } },
      });
      const error = { error: sentence, code, requestId };
      return [
        [nameOf(status, false), responseOf("application/json", ErrorBody, error)],
        [nameOf(status, true), responseOf("application/problem+json", Problem, problemOf(error))],
      ];
    }),
  );
}

/** The refusals that a call can return. */
export function refusalsOf(spec: EndpointSpec): Json {
  const isWrite = spec.method !== "GET";
  const sends = spec.body !== undefined || spec.sends !== undefined;
  const can: Record<Status, boolean> = {
    400: true,
    401: spec.permission !== "public" || spec.path.startsWith("/api/auth/"),
    403: spec.permission !== "public",
    404: namesThings(spec),
    409: isWrite,
    412: isWrite && spec.params !== undefined,
    413: sends,
    415: sends,
    429: true,
    500: true,
    503: true,
  };
  return Object.fromEntries(
    statuses
      .filter((status) => can[status])
      .map((status) => [
        status,
        { $ref: `#/components/responses/${nameOf(status, isForPrograms(spec.path))}` },
      ]),
  );
}

const nameOf = (status: Status, isForProgram: boolean) => `${isForProgram ? "Problem" : "Refused"}${status}`;
