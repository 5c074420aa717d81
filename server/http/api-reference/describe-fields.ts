import { fields } from "./fields.ts";

type Schema = {
  description?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  /** Those that several calls share are references. */
  parameters?: { name?: string; description?: string; schema?: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Api = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/**
 * A field's path: `Theme.name`, `Found.themes[].id`, `GET /api/health.version`, and for a parameter `GET
 * /api/reviews?reason`.
 */
export type Described = { place: string; isDescribed: boolean; words: string | undefined };

/** Adds the missing field descriptions to an OpenAPI document. @returns all fields, in order */
export function describeFields(api: object): Described[] {
  const { paths, components } = api as Api;
  const all: Described[] = [];
  const visit = (schema: Schema | boolean | undefined, place: string): void => {
    if (schema === undefined || typeof schema === "boolean") return;
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      describe(field, `${place}.${name}`);
      visit(field, `${place}.${name}`);
    }
    for (const part of [schema.items, schema.additionalProperties]) visit(part, `${place}[]`);
    for (const part of [schema.anyOf, schema.oneOf, schema.allOf].flat()) visit(part, place);
  };
  const describe = (field: Schema, place: string): void => {
    const isDescribed = [field, ...(field.anyOf ?? [])].some(
      ({ description, $ref }) => description !== undefined || $ref !== undefined,
    );
    const words = isDescribed ? undefined : wordsFor(place);
    if (words !== undefined) field.description = words;
    all.push({ place, isDescribed, words });
  };

  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name);
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters, requestBody, responses }] of Object.entries(operations)) {
      const call = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
      for (const { name, schema } of parameters ?? [])
        if (schema !== undefined) describe(schema, `${call}?${name}`);
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      for (const { schema } of contents) visit(schema, call);
    }
  return all;
}

/** By the full path, by its last two parts, by its name. */
function keysFor(place: string): string[] {
  const parts = place.split(/[.?]/);
  return [place, parts.slice(-2).join("."), parts.at(-1) ?? ""];
}

function wordsFor(place: string): string | undefined {
  return keysFor(place).flatMap((key) => (Object.hasOwn(fields, key) ? (fields[key] ?? []) : []))[0];
}
