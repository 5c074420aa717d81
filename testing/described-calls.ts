import { createRequire } from "node:module";
import { statusOf, type ErrorCode } from "#contract/kernel/errors.ts";
import { describeApi } from "#server/http/api-reference/describe-api.ts";
import { describePrograms } from "#server/http/api-reference/describe-programs.ts";

type Schema = { format?: string; contentSchema?: { items: object } };
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Response = { $ref?: string; headers?: Record<string, object>; content?: Content };
export type Operation = {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
export type Described = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Response> };
};

type Ajv = {
  addSchema(schema: object): void;
  compile(schema: object): ((value: unknown) => boolean) & { errors?: object[] | null };
};

/** The validator of JSON Schema 2020-12 that Fastify brings. */
const { Ajv2020 } = createRequire(createRequire(import.meta.url).resolve("fastify"))("ajv/dist/2020.js") as {
  Ajv2020: new (options: object) => Ajv;
};

/** A description, and what tells whether a call is as it says. */
function readerOf(described: Described, name: string) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false, allErrors: true });
  const base = `https://footnote.example/${name}`;
  const inBase = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", `${base}#/$defs/`)) as object;
  ajv.addSchema({ $id: base, $defs: inBase(described.components.schemas) });
  const compiled = new Map<string, ReturnType<Ajv["compile"]>>();
  return {
    described,
    /** The call at a route, in its pattern as the server has it. */
    operationAt: (method: string, route: string): Operation | undefined =>
      described.paths[route.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()],
    /** The response that the description has for a status, its reference followed. */
    responseOf({ responses }: Operation, status: number): Response | undefined {
      const found = responses[status];
      return found?.$ref === undefined
        ? found
        : described.components.responses[found.$ref.split("/").at(-1) ?? ""];
    },
    /** @returns what is wrong with the value; null if it is as described */
    misfitOf(schema: object, value: unknown): string | null {
      const key = JSON.stringify(schema);
      const check = compiled.get(key) ?? ajv.compile(inBase(schema));
      compiled.set(key, check);
      return check(value) ? null : JSON.stringify(check.errors).slice(0, 400);
    },
  };
}
export type Reader = ReturnType<typeof readerOf>;

/** The statuses that a refusal names: its own field, and those of its code. */
export function statusesIn(refusal: unknown): Set<number> {
  const { status, code } = refusal as { status?: number | string; code?: ErrorCode };
  return new Set([status, code && statusOf[code]].flatMap((one) => (one === undefined ? [] : [Number(one)])));
}

/** `/api/v1/openapi.json` */
export const programs = readerOf(describePrograms() as Described, "programs");
/** `/api/openapi.json` */
export const api = readerOf(describeApi() as Described, "api");
