import packageJson from "#package.json" with { type: "json" };
import { describeCall, securitySchemesOf, type Examples } from "./describe-call.ts";
import type { DescribedCall } from "./described-calls.ts";
import { headerReferences } from "./headers.ts";
import { refusalResponses } from "./refusals.ts";
import type { ApiSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

type Document = {
  info: { title: string; description: string };
  nouns: { noun: string; about: string; title?: string }[];
  calls: DescribedCall[];
  schemas: ApiSchemas;
  /** Recorded calls (`npm run examples`) by method and path, and recorded refusals by form and status. */
  examples: Examples;
  /** What a call is named here, and what its caller needs, in sentences. */
  introduce(call: DescribedCall): { operationId: string; description: string[] };
  webhooks?: Json;
};

/** OpenAPI 3.1 of calls, as the server binds them. */
export function documentOf({ info, nouns, calls, schemas, examples, introduce, webhooks }: Document): Json {
  const headers = headerReferences();
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    const described = describeCall(call, introduce(call), { schemas, headers, examples });
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: described };
  }
  const used = new Set(calls.map(({ noun }) => noun));
  const responses = refusalResponses(calls, schemas, headers, examples);
  return {
    openapi: "3.1.1",
    info: {
      ...info,
      version: packageJson.version,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: nouns
      .filter(({ noun }) => used.has(noun))
      .map(({ noun, about, title }) => ({
        name: noun,
        "x-displayName": title ?? spaced(noun),
        description: about,
      })),
    paths,
    ...(webhooks !== undefined && { webhooks }),
    components: {
      securitySchemes: securitySchemesOf(calls),
      ...headers.components(),
      responses,
      schemas: schemas.components(),
    },
  };
}

/** 'secondFactor' → 'Second factor' */
const spaced = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
