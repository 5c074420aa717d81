import { z } from "zod";
import { ErrorBody } from "#contract/kernel/errors.ts";
import type { DescribedCall } from "./described-calls.ts";
import { Problem } from "./problem-body.ts";
import { CompletionError } from "#contract/answering/completions.ts";
import { namedSchemas } from "#contract/api.ts";

type Json = Record<string, unknown>;
type Direction = "input" | "output";

const place = "#/components/schemas/";

/** The contract's named schemas, and a call's inline ones, under names derived from the call's. */
function registered(calls: readonly DescribedCall[], more: Record<string, z.ZodType>) {
  const registry = z.registry<{ id: string }>();
  const inPlace = new Set<string>();
  const named = Object.entries({ ...namedSchemas, Error: ErrorBody, Problem, CompletionError, ...more });
  for (const [name, schema] of named) if (!registry.has(schema)) registry.add(schema, { id: name });
  for (const [name, schema] of named)
    for (const [kind, variant] of variantsOf(schema))
      if (!registry.has(variant)) registry.add(variant, { id: name + kind });
  for (const call of calls)
    for (const part of ["params", "query", "body", "output"] as const) {
      const schema = call[part];
      if (schema === undefined || registry.has(schema)) continue;
      const id = capitalized(call.name) + capitalized(part);
      registry.add(schema, { id });
      inPlace.add(id);
    }
  return { registry, inPlace };
}

/** The objects of a union that a literal tells apart, by its value. */
function variantsOf(schema: z.ZodType): [string, z.ZodType][] {
  if (!(schema instanceof z.ZodUnion)) return [];
  return (schema.options as z.ZodType[]).flatMap((option): [string, z.ZodType][] => {
    if (!(option instanceof z.ZodObject)) return [];
    const { type } = option.shape as { type?: z.ZodType };
    return type instanceof z.ZodLiteral ? [[joined(String(type.value)), option]] : [];
  });
}

/** 'document.ready' → 'DocumentReady' */
const joined = (value: string) =>
  value
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join("");

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * JSON Schema (2020-12) of the contract. A schema whose input and output differ (a default, a transform) is listed
 * twice, the input as `NameInput`.
 */
export type ApiSchemas = {
  /** A reference for a named schema, otherwise the schema itself. */
  of(schema: z.ZodType, direction: Direction): Json;
  /** Every named schema with a reference to it, for `components`. */
  components(): Json;
};

/** @param more schemas with names of their own */
export function describeSchemas(
  calls: readonly DescribedCall[],
  more: Record<string, z.ZodType> = {},
): ApiSchemas {
  const { registry, inPlace } = registered(calls, more);
  const read = (io: Direction) =>
    z.toJSONSchema(registry, {
      io,
      unrepresentable: "any",
      target: "draft-2020-12",
      uri: (id) => place + id,
    }).schemas as Record<string, Json>;
  const output = read("output");
  const input = read("input");
  const differing = differingNames(output, input);
  // the body of a call occurs in no response
  const isBody = (id: string) => id in more && id.endsWith("Request");
  const inputName = (id: string) => (differing.has(id) && !isBody(id) ? `${id}Input` : id);

  const known: Json = {};
  const wanted = new Set<string>();
  for (const [id, schema] of Object.entries(output)) known[id] = bare(schema);
  for (const [id, schema] of Object.entries(input)) known[inputName(id)] = renamed(bare(schema), inputName);

  const want = (schema: unknown): void => {
    for (const name of referencesIn(schema)) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      want(known[name]);
    }
  };
  return {
    of(schema, direction) {
      const id = registry.get(schema)?.id;
      if (id === undefined) throw new Error("A schema outside the contract cannot be described.");
      const name = direction === "input" ? inputName(id) : id;
      const described = inPlace.has(id) ? (known[name] as Json) : { $ref: place + name };
      want(described);
      return described;
    },
    components: () => Object.fromEntries([...wanted].toSorted().map((name) => [name, known[name]])),
  };
}

const reference = /"\$ref":"#\/components\/schemas\/([\w-]+)"/g;

/** The schema with its references under other names. */
const renamed = (schema: Json, nameOf: (id: string) => string) =>
  JSON.parse(
    JSON.stringify(schema).replace(reference, (_whole, id: string) => `"$ref":"${place}${nameOf(id)}"`),
  ) as Json;

function bare({ $schema: _dialect, $id: _id, id: _name, ...schema }: Json): Json {
  return schema;
}

/** Names of schemas whose input and output differ, directly or through a reference. */
function differingNames(output: Record<string, Json>, input: Record<string, Json>): Set<string> {
  const names = Object.keys(output);
  const differing = new Set(
    names.filter((name) => JSON.stringify(output[name]) !== JSON.stringify(input[name])),
  );
  const spread = (): boolean => {
    const more = names.filter(
      (name) =>
        !differing.has(name) && [...referencesIn(input[name])].some((reference) => differing.has(reference)),
    );
    for (const name of more) differing.add(name);
    return more.length > 0;
  };
  while (spread());
  return differing;
}

function referencesIn(schema: unknown): Set<string> {
  const written = JSON.stringify(schema) ?? "";
  return new Set([...written.matchAll(reference)].map(([, name = ""]) => name));
}
