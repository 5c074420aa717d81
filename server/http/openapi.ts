import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errors.ts";
import { endpoints } from "#contract/index.ts";
import packageJson from "#package.json" with { type: "json" };

type Json = Record<string, unknown>;

/** `GET /api/openapi.json` from the contract's own schemas, and a page to read it at `/api/docs`. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  const document = describeApi();
  await app.register(swagger, { mode: "static", specification: { document: document as never } });
  app.get("/api/openapi.json", async () => document);
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
}

export function describeApi(): Json {
  const paths: Record<string, Json> = {};
  for (const { noun, name, spec } of endpoints) {
    const path = spec.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: describe(noun, name, spec) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Footnote",
      version: packageJson.version,
      description: "Answers from policy documents, with the page they rest on.",
    },
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "`sessionToken` of POST /api/auth/login" },
      },
      schemas: { Error: schemaOf(ErrorBody, "output") },
    },
    paths,
  };
}

function describe(noun: string, name: string, spec: EndpointSpec): Json {
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: spec.summary,
    "x-permission": spec.permission,
    ...(spec.stepUp === undefined ? {} : { "x-step-up": spec.stepUp }),
    ...(spec.permission === "public" ? {} : { security: [{ session: [] }] }),
    parameters: [...parameters(spec.params, "path"), ...parameters(spec.query, "query")],
    ...bodyOf(spec),
    responses: {
      [spec.status ?? 200]: { description: "Done", ...contentOf(spec) },
      default: {
        description: "A sentence for the person who reads it",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || !(value as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(value as z.ZodType, "input"),
  }));
}

function bodyOf(spec: EndpointSpec): Json {
  if (spec.sends === "multipart") {
    const schema = {
      type: "object",
      properties: { files: { type: "array", items: { type: "string", format: "binary" } } },
    };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (spec.body === undefined) return {};
  return {
    requestBody: {
      required: true,
      content: { "application/json": { schema: schemaOf(spec.body, "input") } },
    },
  };
}

function contentOf(spec: EndpointSpec): Json {
  if (spec.answers === "csv") return { content: { "text/csv": { schema: { type: "string" } } } };
  if (spec.answers === "file")
    return { content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } };
  if (spec.answers === "events") return { content: { "text/event-stream": { schema: { type: "string" } } } };
  return spec.output === undefined
    ? {}
    : { content: { "application/json": { schema: schemaOf(spec.output, "output") } } };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  }) as Json;
  return rest;
}
