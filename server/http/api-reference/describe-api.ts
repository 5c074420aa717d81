import type { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { aboutNouns, allEndpoints } from "#contract/api.ts";
import { can, directoryScope, Role, widgetScope } from "#contract/kernel/permissions.ts";
import recorded from "./examples.gen.json" with { type: "json" };
import packageJson from "#package.json" with { type: "json" };
import { xlsxType } from "#spreadsheets/xlsx.ts";
import { describeFields } from "./describe-fields.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import { errorResponses, refusalsOf } from "./refusals.ts";
import { describeSchemas } from "./schemas.ts";
import type { ApiSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

/** A recorded call: its request and response, if any. An upload shows the names of its files, a redirect its address. */
export type Example = { request?: unknown; response?: unknown };

/** Recorded calls (`npm run examples`), by method and path. */
const examples: Record<string, Example | undefined> = recorded;
const exampleFor = (spec: EndpointSpec): Example => {
  const example = examples[`${spec.method} ${spec.path}`] ?? {};
  // in a description, readers take every `$ref` for a reference of their own
  return spec.permission === directoryScope ? (withoutRefs(example) as Example) : example;
};
const withoutRefs = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part: unknown) => (name === "$ref" ? undefined : part)));

const roleNames: Record<Role, string> = {
  super_admin: "super admins",
  workspace_admin: "workspace admins",
  agent: "agents",
  examiner: "examiners",
};

/** OpenAPI 3.1 for every call, generated from the contract that the server binds and the browser calls. */
export function describeApi(): Json {
  const api = callsOfContract();
  describeFields(api);
  return api;
}

/** The same without the field descriptions from `fields.ts`. */
export function callsOfContract(): Json {
  const schemas = describeSchemas();
  const paths: Record<string, Json> = {};
  for (const { noun, name, spec } of allEndpoints) {
    const path = spec.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: describe(noun, name, spec, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Footnote",
      version: packageJson.version,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      description: [
        "Answers from policy documents, with the page they rest on.",
        "**Sign in** with `POST /api/auth/login` and send its `sessionToken` as `Authorization: Bearer …`.",
        "**Errors** have the same shape everywhere: a sentence for a person, a code for a program, and a request id for the log. " +
          "Data that belongs to someone else looks as if it didn't exist: 404.",
        "**Programs** with an API key have a description of their own: `/api/v1/openapi.json`.",
        "**Lists** take `page` and `pageSize`, and return the total number of rows.",
      ].join("\n\n"),
    },
    servers: [{ url: "/" }],
    tags: aboutNouns.map(({ noun, about }) => ({
      name: noun,
      "x-displayName": spaced(noun),
      description: about,
    })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "`sessionToken` of `POST /api/auth/login`" },
        ...Object.fromEntries(
          Object.values(keyKinds).map(({ name, description }) => [
            name,
            { type: "http", scheme: "bearer", description },
          ]),
        ),
      },
      responses: errorResponses(schemas),
      schemas: schemas.components(),
    },
  };
}

/** 'secondFactor' → 'Second factor' */
export const spaced = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function describe(noun: string, name: string, spec: EndpointSpec, schemas: ApiSchemas): Json {
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: spec.summary,
    description: [...conditionsOf(spec), ...(spec.details === undefined ? [] : [spec.details])].join("\n\n"),
    "x-permission": spec.permission,
    ...(spec.stepUp === undefined ? {} : { "x-step-up": spec.stepUp }),
    security: securityOf(spec),
    parameters: [...parameters(spec.params, "path", schemas), ...parameters(spec.query, "query", schemas)],
    ...bodyOf(spec, schemas),
    responses: {
      [spec.status ?? 200]: { description: "Done", ...contentOf(spec, schemas) },
      ...(spec.foundStatus && {
        [spec.foundStatus]: { description: "It was there already", ...contentOf(spec, schemas) },
      }),
      ...(spec.emptyWhen !== undefined && { 204: { description: spec.emptyWhen } }),
      ...refusalsOf(spec),
    },
  };
}

/** What a caller needs, must have done, and can expect, in sentences. */
function conditionsOf({
  method,
  permission,
  knowsRepeats,
  keysOnly,
  stepUp,
  limit,
  fairQueue: turn,
  allowedBeforeOnboarding,
  beforeSecondFactor,
}: EndpointSpec): string[] {
  const roles =
    permission === "public" || permission === "signed-in"
      ? []
      : Role.options.filter((role) => can(role, permission)).map((role) => roleNames[role]);
  const sentences = [
    permission === "public"
      ? "Open to everyone."
      : permission === "signed-in"
        ? "Open to everyone who is signed in."
        : keysOnly === true
          ? `Needs ${keyOf(permission).needed}.`
          : `Needs the permission \`${permission}\`: ${roles.join(", ")}.`,
  ];
  if (stepUp === true)
    sentences.push(
      "Asks for the password again when it was given more than 15 minutes ago (`proof_required`).",
    );
  else if (stepUp !== undefined)
    sentences.push(
      `Asks for the password again when it was given more than 15 minutes ago and the body gives ${stepUp.map((field) => `\`${field}\``).join(", ")} (\`proof_required\`).`,
    );
  if (limit !== undefined) sentences.push("Has a rate limit of its own; 429 says when to retry.");
  if (turn !== undefined)
    sentences.push("Takes turns with other companies' calls, and may wait for its turn.");
  if (allowedBeforeOnboarding === true)
    sentences.push("Works before the first password is changed and the terms are accepted.");
  else if (beforeSecondFactor === true) sentences.push("Works before a second factor is set up.");
  if (method === "POST" && permission !== "public" && !knowsRepeats)
    sentences.push("With an `Idempotency-Key` header, kept for a day, a repetition gets the first response.");
  return sentences;
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query", schemas: ApiSchemas): Json[] {
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

/** Keys of calls that no session can make; API keys have a description of their own. */
const keyKinds = {
  [directoryScope]: {
    name: "directory",
    needed: "a SCIM token",
    description: "A SCIM token of the company (Admin › Sign-on)",
  },
  [widgetScope]: {
    name: "widget",
    needed: "the key of a widget",
    description: "The key of a widget, which asks one theme",
  },
};

function keyOf(permission: EndpointSpec["permission"]) {
  if (permission !== directoryScope && permission !== widgetScope)
    throw new Error(`No kind of key carries ${permission}.`);
  return keyKinds[permission];
}

function securityOf({ permission, keysOnly }: EndpointSpec): Json[] {
  if (permission === "public") return [];
  return [keysOnly === true ? { [keyOf(permission).name]: [] } : { session: [] }];
}

function bodyOf(spec: EndpointSpec, schemas: ApiSchemas): Json {
  const schema = spec.sends === "multipart" ? uploadedFiles() : spec.body && schemas.of(spec.body, "input");
  if (schema === undefined) return {};
  const content = { schema, example: exampleFor(spec).request };
  return { requestBody: { required: true, content: { [contentTypes[spec.sends ?? "json"]]: content } } };
}

const contentTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};
const uploadedFiles = (): Json => ({
  type: "object",
  properties: { files: { type: "array", items: { type: "string", format: "binary" } } },
});

function contentOf(spec: EndpointSpec, schemas: ApiSchemas): Json {
  const example = exampleFor(spec).response;
  const text = { schema: { type: "string" }, example };
  const file = { schema: { type: "string", format: "binary" } };
  if (spec.answers === "spreadsheet") return { content: { "text/csv": text, [xlsxType]: file } };
  if (typeof spec.answers === "object")
    return { content: Object.fromEntries(spec.answers.file.map((type) => [type, file])) };
  if (spec.answers === "xml") return { content: { "application/samlmetadata+xml": text } };
  if (spec.answers === "redirect") return { headers: { Location: text } };
  if (spec.answers === "events")
    return {
      content: { "text/event-stream": { schema: { type: "string", contentMediaType: "text/event-stream" } } },
    };
  if (spec.output === undefined) return {};
  const schema = schemas.of(spec.output, "output");
  return { content: { "application/json": { schema, example } } };
}
