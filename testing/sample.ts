import { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { personNamed, textFor } from "./names.ts";

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  format?: string;
  minLength?: number;
  minItems?: number;
};

/**
 * Values that an endpoint's body and query accept, for required fields only. Numbers in a query are left out: they are ids,
 * which the test supplies.
 */
export function sampleBody(spec: EndpointSpec): Record<string, unknown> {
  const query = Object.entries(sampleOf(spec, spec.query)).filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(query), ...sampleOf(spec, spec.body) };
}

function sampleOf(spec: EndpointSpec, schema: z.ZodType | undefined): Record<string, unknown> {
  if (schema === undefined) return {};
  let named: ReturnType<typeof personNamed> | undefined;
  const person = () => (named ??= personNamed("person"));
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  return sample(described, "", (field) => textFor(spec, field, person)) as Record<string, unknown>;
}

/** Names of body fields that hold ids. */
export function idFields(spec: EndpointSpec): string[] {
  if (spec.body === undefined) return [];
  const schema = z.toJSONSchema(spec.body, { io: "input", unrepresentable: "any" }) as Schema;
  return Object.entries(schema.properties ?? {}).flatMap(([name, { type }]) =>
    /Ids?$/.test(name) && type !== "string" ? [name] : [],
  );
}

function sample(schema: Schema, name: string, textOf: (field: string) => string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.at(-1);
  if (schema.anyOf?.[0] !== undefined) return sample(schema.anyOf[0], name, textOf);
  if (schema.type === "object") {
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {}, key, textOf)]),
    );
  }
  if (schema.type === "array")
    return (schema.minItems ?? 0) > 0 ? [sample(schema.items ?? {}, name, textOf)] : [];
  if (schema.type === "integer" || schema.type === "number") return 1;
  if (schema.type === "boolean") return false;
  if (schema.format === "date") return "2999-12-31";
  if (name === "allowedOrigins") return "https://www.example.com";
  if (/password/i.test(name)) return "wandering otter 52";
  return textOf(name);
}
