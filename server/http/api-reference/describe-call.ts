import type { z } from "zod";
import { directoryScope, widgetScope } from "#contract/kernel/permissions.ts";
import { dialectOf, dialects } from "#server/http/dialects.ts";
import { sentTypes } from "#server/http/sent-type.ts";
import { xlsxType } from "#spreadsheets/xlsx.ts";
import { type DescribedCall, named } from "./described-calls.ts";
import type { HeaderReferences } from "./headers.ts";
import { refusalsOf } from "./refusals.ts";
import type { ApiSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

/**
 * A recorded call: its request and its response, if any, and other responses by media type: a stream, a file of text. An
 * upload shows the names of its files, a redirect its address.
 */
export type Example = { request?: unknown; response?: unknown; texts?: Record<string, string> };
export type Examples = Record<string, Example | undefined>;

export type Describing = { schemas: ApiSchemas; headers: HeaderReferences; examples: Examples };

/** A call with everything that a client must know of it. */
export function describeCall(
  call: DescribedCall,
  { operationId, description }: { operationId: string; description: string[] },
  describing: Describing,
): Json {
  const { noun, summary, details, permission, stepUp, params, query, conditions } = call;
  const { schemas, headers } = describing;
  const done = (status: number, words: string) => {
    const content = contentOf(call, status, describing);
    return { description: words, headers: headers.sent(call), ...(content !== undefined && { content }) };
  };
  const usual = call.status ?? 200;
  const others = statusesOf(call).filter((status) => status !== usual);
  return {
    operationId,
    tags: [noun],
    summary,
    description: [...description, ...(details === undefined ? [] : [details])].join("\n\n"),
    "x-permission": permission,
    ...(stepUp === undefined ? {} : { "x-step-up": stepUp }),
    security: securityOf(call),
    parameters: [
      ...parametersOf(params, "path", schemas),
      ...parametersOf(query, "query", schemas),
      ...headers.read(call),
    ],
    ...bodyOf(call, describing),
    responses: {
      [usual]: done(usual, others.length > 0 ? "Done: it is new" : "Done"),
      ...Object.fromEntries(others.map((status) => [status, done(status, "Done: it was there already")])),
      ...(call.emptyWhen !== undefined && {
        204: { description: call.emptyWhen, headers: headers.sent(call, false) },
      }),
      ...(call.method === "GET" &&
        conditions !== undefined && {
          304: { description: "Nothing has changed", headers: headers.sent(call, false) },
        }),
      ...refusalsOf(call),
    },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: "path" | "query", schemas: ApiSchemas): Json[] {
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

const bearer = (description: string, bearerFormat?: string): Json => ({
  type: "http",
  scheme: "bearer",
  ...(bearerFormat !== undefined && { bearerFormat }),
  description,
});

const securitySchemes: Record<string, Json> = {
  session: bearer("A person's `sessionToken` of `POST /api/auth/login`, with the rights of their role"),
  apiKey: bearer("An API key, with its scopes", "fnk_…"),
  widgetKey: bearer("The key of a widget, which asks one theme", "fnw_…"),
  directory: bearer("A SCIM token of the company (Admin › Sign-on)", "fns_…"),
};

function securityOf({ permission, takesKeys, keysOnly }: DescribedCall): Json[] {
  if (permission === "public") return [];
  const key = { [directoryScope]: "directory", [widgetScope]: "widgetKey" }[permission as string] ?? "apiKey";
  return [...(takesKeys ? [{ [key]: [] }] : []), ...(keysOnly ? [] : [{ session: [] }])];
}

/** Those that the calls name. */
export function securitySchemesOf(calls: DescribedCall[]): Json {
  const used = new Set(calls.flatMap((call) => securityOf(call).flatMap((one) => Object.keys(one))));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)));
}

const withExample = (example: unknown): Json => (example === undefined ? {} : { example });

function bodyOf(call: DescribedCall, { schemas, examples }: Describing): Json {
  const { uploads, sends, body } = call;
  const shown = withExample(examples[named(call)]?.request);
  if (uploads !== undefined)
    return {
      requestBody: { required: true, content: { [sentTypes.multipart]: { ...formOf(uploads), ...shown } } },
    };
  if (body === undefined) return {};
  const ofDialect = dialects[dialectOf(call.path)].type;
  // directories may also send plain JSON
  const types = sends === undefined ? new Set([ofDialect, sentTypes.json]) : [sentTypes[sends]];
  const content = { schema: schemas.of(body, "input"), ...shown };
  return {
    requestBody: {
      required: true,
      content: Object.fromEntries([...types].map((type) => [type, content])),
    },
  };
}

function formOf({ field, most, mostBytes, types }: NonNullable<DescribedCall["uploads"]>): Json {
  // as 3.1 says it and as 3.0 did: some makers of clients send text for one without the other
  const file = {
    type: "string",
    format: "binary",
    contentMediaType: "application/octet-stream",
    description: `One file of up to ${Math.round(mostBytes / 1024 / 1024)} MB`,
  };
  const words = most === 1 ? "One file" : `Up to ${most} files`;
  const files = { type: "array", items: file, minItems: 1, maxItems: most, description: words };
  return {
    schema: {
      type: "object",
      required: [field],
      properties: { [field]: field === "file" ? file : files },
      // a part that the call doesn't take is refused (`server/http/sent-files.ts`)
      additionalProperties: false,
    },
    encoding: { [field]: { contentType: types.join(", ") } },
  };
}

const streamType = "text/event-stream";
const linesType = "application/x-ndjson";
const recordSeparators: Record<string, string> = {
  [streamType]: "One `data:` line of JSON per event, and a comment every few seconds",
  [linesType]: "One line of JSON each",
};

/** The statuses of a success that has content. */
export const statusesOf = ({ status = 200, outputs }: DescribedCall): number[] =>
  outputs === undefined ? [status] : Object.keys(outputs).map(Number);

/** Under which name an example is recorded; those of the usual status under the name of their call. */
export const exampleName = (call: DescribedCall, status: number): string =>
  status === (call.status ?? 200) ? named(call) : `${named(call)} ${status}`;

/** Whether it is text, of which an example can be shown. */
export const isText = (type: string) => /^(?:text|message)\//.test(type) || type in recordSeparators;

/** What a success has, the usual form first: makers of clients take that one. */
function contentOf(call: DescribedCall, status: number, { schemas, examples }: Describing): Json | undefined {
  const { answers, events } = call;
  const output = call.outputs?.[status as 200] ?? call.output;
  const { response, texts } = examples[exampleName(call, status)] ?? {};
  const textOf = (type: string) => {
    const sequence = events === undefined ? undefined : recordSeparators[type];
    return {
      schema: {
        type: "string",
        contentMediaType: type,
        // OpenAPI describes the parts of a sequence (`itemSchema`) from 3.2 on, which no maker of clients reads yet
        ...(sequence !== undefined &&
          events !== undefined && {
            contentSchema: { type: "array", items: schemas.of(events, "output") },
            description: sequence,
          }),
      },
      ...withExample(texts?.[type]),
    };
  };
  const fileOf = (type: string) =>
    isText(type) ? textOf(type) : { schema: { type: "string", format: "binary" } };
  const filesOf = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, fileOf(type)]));
  if (answers === "spreadsheet") return filesOf(["text/csv", xlsxType]);
  if (typeof answers === "object") return filesOf(answers.file);
  if (answers === "xml")
    return { "application/samlmetadata+xml": { schema: { type: "string" }, ...withExample(response) } };
  if (answers === "events") return filesOf([streamType]);
  if (output === undefined) return undefined;
  const whole = { schema: schemas.of(output, "output"), ...withExample(response) };
  return {
    [dialects[dialectOf(call.path)].type]: whole,
    ...(events !== undefined && filesOf([streamType])),
  };
}
