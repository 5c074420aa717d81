import type { z } from "zod";
import { programPath } from "#contract/answering/programs.ts";
import * as completionSchemas from "#contract/answering/completions.ts";
import { aboutNouns } from "#contract/api.ts";
import { mediaTypes } from "#contract/kernel/media-types.ts";
import packageJson from "#package.json" with { type: "json" };
import contractExamples from "./examples.gen.json" with { type: "json" };
import programExamples from "./program-examples.gen.json" with { type: "json" };
import { spaced } from "./describe-api.ts";
import { describeFields } from "./describe-fields.ts";
import { programCalls } from "./program-calls.ts";
import type { Condition, ProgramCall } from "./program-calls.ts";
import { meaningOf, Problem, refusedStatusesOf } from "./program-refusals.ts";
import type { RefusedStatus } from "./program-refusals.ts";
import { repeatKeyPattern } from "#server/http/repeats/key.ts";
import { capitalized, describeSchemas } from "./schemas.ts";
import type { ApiSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;
type Recorded = { request?: unknown; response?: unknown; stream?: string };

/** Recorded calls (`npm run examples`) by method and path, and recorded refusals by form and status. */
const recorded: Record<string, Recorded | undefined> = { ...contractExamples, ...programExamples };

export const isOfCompletions = ({ path }: Pick<ProgramCall, "path">) => !path.startsWith(programPath);

const introduction = [
  "What other programs call: ask themes, keep documents in step, manage approved answers.",
  "**Keys** are made under *Admin*, *Connections*, and sent as `Authorization: Bearer fnk_…`. A key has scopes and themes; everything else looks absent to it. Each call names its scope. A key works in a browser only on the origins that it allows (CORS without credentials).",
  "**Errors** under `/api/v1` are problems (RFC 9457): `detail` is a sentence for a person, `code` is for a program. Under `/v1` they have the form of OpenAI's protocol.",
  "**Limits**: a response says what is left in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10); 429 and 503 say in `Retry-After` when to call again.",
  "**Repetitions**: a POST with an `Idempotency-Key` is carried out once within a day; repeated, it gets the first response.",
  "**Several servers**: a response names the key's company in `Footnote-Company`. Sent with the next calls, it lets a proxy choose the server that has the company's index in memory. It grants nothing: a wrong or missing one costs time only.",
].join("\n\n");

const { CompletionError, ...completions } = completionSchemas;

/** OpenAPI 3.1 of the calls for programs: `/api/v1` and `/v1`, with their refusals, headers and streams. */
export function describePrograms(): Json {
  const api = callsForPrograms();
  describeFields(api);
  return api;
}

/** The same without the field descriptions from `fields.ts`. */
export function callsForPrograms(): Json {
  const schemas = describeSchemas({ Problem, CompletionError, ...completions, ...namedOf(programCalls) });
  const paths: Record<string, Json> = {};
  for (const call of programCalls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: describe(call, schemas) };
  }
  const nouns = new Set(programCalls.map(({ noun }) => noun));
  return {
    openapi: "3.1.1",
    info: {
      title: "Footnote for programs",
      version: packageJson.version,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      description: introduction,
    },
    servers: [{ url: "/" }],
    tags: [
      ...aboutNouns
        .filter(({ noun }) => nouns.has(noun))
        .map(({ noun, about }) => ({ name: noun, "x-displayName": spaced(noun), description: about })),
      {
        name: "completions",
        "x-displayName": "Chat completions",
        description: "OpenAI's protocol, for clients that speak no other: a theme is a model",
      },
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "fnk_…", description: "An API key" },
        widgetKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "fnw_…",
          description: "The key of a widget",
        },
        session: {
          type: "http",
          scheme: "bearer",
          description: "A person's `sessionToken`, with the rights of their role in place of scopes",
        },
      },
      headers,
      parameters,
      responses: refusalsIn(schemas),
      schemas: schemas.components(),
    },
  };
}

/** Bodies and outputs without a name of their own, under the call's. */
function namedOf(calls: ProgramCall[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    calls.flatMap(({ name, body, output }) => [
      ...(body === undefined ? [] : [[`${capitalized(name)}Request`, body] as const]),
      [`${capitalized(name)}Response`, output] as const,
    ]),
  );
}

function describe(call: ProgramCall, schemas: ApiSchemas): Json {
  const { noun, name, summary, details, permission, takes, status, foundStatus, hasEtag, streams } = call;
  const done = (description: string, content = wholeOf(call, schemas)) => ({
    description,
    headers: {
      ...refs("headers", [
        "RateLimit",
        "RateLimit-Policy",
        "X-Request-Id",
        ...(isOfWidget(call) ? [] : ["Footnote-Company"]),
        ...(hasEtag ? ["ETag"] : []),
      ]),
    },
    content,
  });
  // the whole answer first: generators of clients take the first form as the usual one
  const whole = { ...wholeOf(call, schemas), ...streamOf(call, schemas) };
  return {
    operationId: name,
    tags: [noun],
    summary,
    description: [`Needs the scope \`${permission}\`.`, details, streams?.about ?? ""]
      .filter(Boolean)
      .join("\n\n"),
    security: takes.map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...fieldsOf(call.params, "path", schemas),
      ...(call.path.includes(":model") ? [modelParameter] : []),
      ...fieldsOf(call.query, "query", schemas),
      ...headersOf(call).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...bodyOf(call, schemas),
    responses: {
      [status]: done(foundStatus === undefined ? "Done" : "Done: it is new", whole),
      ...(foundStatus !== undefined && { [foundStatus]: done("Done: it was there already") }),
      ...(call.method === "GET" &&
        call.conditions.length > 0 && {
          304: { description: "Nothing has changed", headers: refs("headers", ["ETag", "X-Request-Id"]) },
        }),
      ...Object.fromEntries(
        refusedStatusesOf(call).map((refused) => [
          refused,
          { $ref: `#/components/responses/${responseName(call, refused)}` },
        ]),
      ),
    },
  };
}

const modelParameter = {
  name: "model",
  in: "path",
  required: true,
  description: "A theme, such as `theme-3`",
  schema: { type: "string" },
};

function headersOf({ repeats, conditions }: ProgramCall): string[] {
  return [...(repeats ? ["Idempotency-Key"] : []), ...conditions];
}

const isOfWidget = ({ takes }: ProgramCall) => takes.every((scheme) => scheme === "widgetKey");

const refs = (kind: string, names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));

function fieldsOf(schema: z.ZodObject | undefined, place: "path" | "query", schemas: ApiSchemas): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: described,
  }));
}

const keyOf = ({ method, path }: ProgramCall) => `${method} ${path}`;

function bodyOf(call: ProgramCall, schemas: ApiSchemas): Json {
  const { body, uploads } = call;
  if (uploads !== undefined)
    return { requestBody: { required: true, content: { "multipart/form-data": formOf(uploads) } } };
  if (body === undefined) return {};
  const example = recorded[keyOf(call)]?.request;
  return {
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: schemas.of(body, "input"), ...(example !== undefined && { example }) },
      },
    },
  };
}

function formOf(field: "file" | "files"): Json {
  // as 3.1 says it and as 3.0 did: some makers of clients send text for one without the other
  const file = {
    type: "string",
    format: "binary",
    contentMediaType: "application/octet-stream",
    description: "One file",
  };
  const files = { type: "array", items: file, minItems: 1, maxItems: 10, description: "Up to 10 files" };
  return {
    schema: { type: "object", required: [field], properties: { [field]: field === "file" ? file : files } },
    encoding: { [field]: { contentType: Object.values(mediaTypes).join(", ") } },
  };
}

function wholeOf(call: ProgramCall, schemas: ApiSchemas): Json {
  const example = recorded[keyOf(call)]?.response;
  const schema = schemas.of(call.output, "output");
  return { "application/json": { schema, ...(example !== undefined && { example }) } };
}

function streamOf(call: ProgramCall, schemas: ApiSchemas): Json | null {
  if (call.streams === undefined) return null;
  const example = recorded[keyOf(call)]?.stream;
  return {
    "text/event-stream": {
      // OpenAPI describes the events of a stream (`itemSchema`) from 3.2 on, which no generator reads yet
      schema: { type: "string", contentMediaType: "text/event-stream", description: call.streams.about },
      "x-event-schema": schemas.of(call.streams.event, "output"),
      ...(example !== undefined && { example }),
    },
  };
}

function responseName(call: Pick<ProgramCall, "path">, status: RefusedStatus): string {
  return `${isOfCompletions(call) ? "CompletionError" : "Problem"}${status}`;
}

/** One described response per form and status, as far as a call uses it. */
function refusalsIn(schemas: ApiSchemas): Json {
  const used = new Map(
    programCalls.flatMap((call) =>
      refusedStatusesOf(call).map((status) => [responseName(call, status), { call, status }] as const),
    ),
  );
  return Object.fromEntries(
    [...used]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { call, status }]) => {
        const example = recorded[name]?.response;
        const schema = schemas.of(isOfCompletions(call) ? CompletionError : Problem, "output");
        const content = { schema, ...(example !== undefined && { example }) };
        const waits = status === 429 || status === 503;
        return [
          name,
          {
            description: meaningOf[status],
            headers: refs("headers", [...(waits ? ["Retry-After"] : []), "X-Request-Id"]),
            content: { [isOfCompletions(call) ? "application/json" : "application/problem+json"]: content },
          },
        ];
      }),
  );
}

const text = { type: "string" };
const headers: Record<string, Json> = {
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
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } },
  "Footnote-Company": {
    description: "The key's company, to be sent with the next calls where several servers answer",
    schema: text,
    example: "17",
  },
  "X-Request-Id": { description: "The call's id in the log", schema: text },
  ETag: { description: "Names the state of the document", schema: text },
};

const conditionWords: Record<Condition, string> = {
  "If-Match": "Only if the document has one of these ETags, or exists (`*`)",
  "If-None-Match": "Not if the document has one of these ETags, or exists (`*`)",
};
const parameters: Record<string, Json> = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Up to 255 characters of your choice, kept for a day: a repetition gets the first response. Not with a stream",
    schema: { ...text, pattern: repeatKeyPattern },
  },
  ...Object.fromEntries(
    Object.entries(conditionWords).map(([name, description]) => [
      name,
      { name, in: "header", required: false, description, schema: text },
    ]),
  ),
};
