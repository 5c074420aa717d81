import { z } from "zod";
import { readsRepeatKey, tellsCompany, tellsLimit } from "#server/http/call-headers.ts";
import type { Dialect } from "#server/http/dialects.ts";
import { repeatKeyPattern } from "#server/http/repeats/key.ts";
import type { DescribedCall } from "./described-calls.ts";
import type { RefusedStatus } from "./problem-body.ts";

type Json = Record<string, unknown>;

const text = { type: "string" };

/** Headers of responses beyond those that every response of a web server has. */
const sent = {
  "X-Request-Id": { description: "The call's id in the log", schema: text },
  RateLimit: {
    description: "What is left of the limit, and the seconds until it is full again",
    schema: text,
    example: '"program";r=1199;t=60',
  },
  "RateLimit-Policy": {
    description: "The limit: calls and the seconds they count for",
    schema: text,
    example: '"program";q=1200;w=60',
  },
  "Footnote-Company": {
    description: "The key's company, to be sent with the next calls where several servers answer",
    schema: text,
    example: "17",
  },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } },
  "WWW-Authenticate": { description: "How to authenticate (RFC 6750)", schema: text, example: "Bearer" },
  ETag: {
    description: "Names the state of the document",
    schema: text,
    example: '"2-9f86d081884c7d659a2feaa0c55ad015"',
  },
  Location: {
    description: "The address of what was created, or to go to",
    schema: text,
    example: "https://policies.example.com/api/scim/v2/Users/42",
  },
  "X-Total-Count": {
    description: "How many rows there are; without `page`, the list ends at its limit",
    schema: { type: "integer" },
  },
  "Content-Disposition": {
    description: "The file's name (RFC 6266)",
    schema: text,
    example: 'attachment; filename="record.csv"',
  },
} satisfies Record<string, Json>;
type SentHeader = keyof typeof sent;

const conditionWords = {
  "If-Match": "Only if the document has one of these ETags, or exists (`*`)",
  "If-None-Match": "Not if the document has one of these ETags, or exists (`*`)",
};

const optional = (name: string, description: string, schema: Json): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

/** Headers that some calls read. */
const read: Record<string, Json> = {
  "Idempotency-Key": optional(
    "Idempotency-Key",
    "Up to 255 characters of your choice, kept for a day: a repetition gets the first response. Not with a stream",
    { ...text, pattern: repeatKeyPattern },
  ),
  ...Object.fromEntries(
    Object.entries(conditionWords).map(([name, description]) => [name, optional(name, description, text)]),
  ),
};

function headersRead(call: DescribedCall): string[] {
  return [...(readsRepeatKey(call) ? ["Idempotency-Key"] : []), ...(call.conditions ?? [])];
}

/** A plain array, or a page of it (`listOf` of the contract). */
const isList = ({ output }: DescribedCall) =>
  output instanceof z.ZodUnion && output.options[0] instanceof z.ZodArray;

/** Of a success; `hasContent`: not of a 304 or 204. */
function headersOf(call: DescribedCall, hasContent: boolean): SentHeader[] {
  const { hasEtag, hasLocation, answers } = call;
  const isFile = typeof answers === "object" || answers === "spreadsheet";
  return [
    "X-Request-Id",
    ...(tellsLimit(call) ? (["RateLimit", "RateLimit-Policy"] as const) : []),
    ...(tellsCompany(call) ? (["Footnote-Company"] as const) : []),
    ...(hasEtag ? (["ETag"] as const) : []),
    ...(hasLocation || answers === "redirect" ? (["Location"] as const) : []),
    ...(hasContent && isList(call) ? (["X-Total-Count"] as const) : []),
    ...(hasContent && isFile ? (["Content-Disposition"] as const) : []),
  ];
}

/** Of a refusal, which says what is left of the limit if it counted. */
function headersOfRefusal(dialect: Dialect, status: RefusedStatus): SentHeader[] {
  const isForPeople = dialect === "own";
  const waits = status === 429 || status === 503 || (status === 409 && !isForPeople);
  // refused before the caller was known
  const isUncounted = status === 401 || status === 408 || status === 431;
  return [
    "X-Request-Id",
    ...(waits ? (["Retry-After"] as const) : []),
    ...(!isForPeople && status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(!isForPeople && !isUncounted ? (["RateLimit", "RateLimit-Policy", "Footnote-Company"] as const) : []),
  ];
}

/** References to the headers of a document's calls, and the components that they refer to. */
export function headerReferences() {
  const used = { headers: new Set<string>(), parameters: new Set<string>() };
  const refer = (kind: keyof typeof used, name: string): Json => {
    used[kind].add(name);
    return { $ref: `#/components/${kind}/${name}` };
  };
  const all = (names: SentHeader[]): Json =>
    Object.fromEntries(names.map((name) => [name, refer("headers", name)]));
  const chosen = (kind: keyof typeof used, from: Record<string, Json>) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => used[kind].has(name)));
  return {
    read: (call: DescribedCall): Json[] => headersRead(call).map((name) => refer("parameters", name)),
    sent: (call: DescribedCall, hasContent = true) => all(headersOf(call, hasContent)),
    refused: (dialect: Dialect, status: RefusedStatus) => all(headersOfRefusal(dialect, status)),
    components: () => ({ headers: chosen("headers", sent), parameters: chosen("parameters", read) }),
  };
}
export type HeaderReferences = ReturnType<typeof headerReferences>;
