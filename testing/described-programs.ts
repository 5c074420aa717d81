import { createRequire } from "node:module";
import { describePrograms } from "#server/http/api-reference/describe-programs.ts";

type Content = Record<string, { schema: object; example?: unknown; "x-event-schema"?: object }>;
type Response = { $ref?: string; content?: Content };
export type Operation = {
  operationId: string;
  security: Record<string, string[]>[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
export type Programs = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Response> };
};

export const programs = describePrograms() as Programs;

/** The response that the description has for a status, its reference followed. */
export function responseOf({ responses }: Operation, status: number): Response | undefined {
  const found = responses[status];
  return found?.$ref === undefined
    ? found
    : programs.components.responses[found.$ref.split("/").at(-1) ?? ""];
}

type Ajv = {
  addSchema(schema: object): void;
  compile(schema: object): ((value: unknown) => boolean) & { errors?: object[] | null };
};

/** The validator of JSON Schema 2020-12 that Fastify brings. */
const { Ajv2020 } = createRequire(createRequire(import.meta.url).resolve("fastify"))("ajv/dist/2020.js") as {
  Ajv2020: new (options: object) => Ajv;
};
const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false, allErrors: true });
const base = "https://footnote.example/api";
const inBase = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", `${base}#/$defs/`)) as object;
ajv.addSchema({ $id: base, $defs: inBase(programs.components.schemas) });

const compiled = new Map<string, ReturnType<Ajv["compile"]>>();

/** @returns what is wrong with the value; null if it is as described */
export function misfitOf(schema: object, value: unknown): string | null {
  const key = JSON.stringify(schema);
  const check = compiled.get(key) ?? ajv.compile(inBase(schema));
  compiled.set(key, check);
  return check(value) ? null : JSON.stringify(check.errors).slice(0, 400);
}
