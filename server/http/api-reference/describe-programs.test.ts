import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { programs as reader, statusesIn } from "#testing/described-calls.ts";
import { callsForPrograms } from "./describe-programs.ts";
import { describeFields } from "./describe-fields.ts";
import { programCalls } from "./described-calls.ts";

const { described: programs, misfitOf, responseOf } = reader;

const operations = Object.entries(programs.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    at: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** OpenAPI 3.1 as the page at /api/docs reads it; these packages come with that page. */
const page = createRequire(createRequire(import.meta.url).resolve("@scalar/fastify-api-reference"));
const renderer = createRequire(page.resolve("@scalar/client-side-rendering"));
const { openApiSchema } = renderer("@scalar/schemas/openapi/3.1") as { openApiSchema: object };
const { validate } = renderer("@scalar/validation") as { validate(schema: object, value: unknown): boolean };

type Broken = {
  paths: Record<string, Record<string, { parameters: { in: unknown }[]; responses: Record<string, object> }>>;
};

/** The page resolves references before it checks; it asks for a field of its own. */
function asRead(): Broken {
  const { components } = programs as unknown as { components: Record<string, Record<string, object>> };
  const inlined = JSON.stringify(programs, (_key, value: unknown) => {
    const reference =
      typeof value === "object" && value !== null && "$ref" in value ? String(value.$ref) : "";
    const [, kind = "", name = ""] =
      /^#\/components\/(responses|parameters|headers)\/([\w-]+)$/.exec(reference) ?? [];
    return components[kind]?.[name] ?? value;
  });
  return { ...(JSON.parse(inlined) as Broken), ...{ "x-scalar-original-document-hash": "" } };
}

test("the reader's schema of OpenAPI 3.1 accepts the document, and refuses broken ones", () => {
  expect(validate(openApiSchema, asRead())).toBe(true);
  const breaks: ((ask: Broken["paths"][string][string] | undefined) => void)[] = [
    (ask) => Object.assign(ask?.parameters[0] ?? {}, { in: 5 }),
    (ask) => Object.assign(ask?.responses["201"] ?? {}, { description: undefined }),
  ];
  for (const damage of breaks) {
    const broken = asRead();
    damage(broken.paths["/api/v1/answers"]?.post);
    expect(validate(openApiSchema, broken)).toBe(false);
  }
});

test("every reference in it leads somewhere and is needed", () => {
  expect(operations.length).toBe(programCalls.length);
  const written = JSON.stringify(programs);
  const references = new Set(
    [...written.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)].map(
      ([, kind = "", name = ""]) => `${kind}/${name}`,
    ),
  );
  const described = Object.entries(programs.components)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind}/${name}`));
  expect([...references].toSorted()).toEqual(described.toSorted());
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, schema] of Object.entries(programs.components.schemas))
    expect(() => misfitOf(schema, null), name).not.toThrow();
});

test("only calls for programs are in it, each with the keys it takes", () => {
  for (const { at, operation } of operations) {
    expect(at).toMatch(/^[A-Z]+ \/(?:api\/)?v1\//);
    expect(operation.security.length, at).toBeGreaterThan(0);
    expect(Object.keys(operation.security[0] ?? {})[0], at).toMatch(/^(?:apiKey|widgetKey)$/);
  }
});

test("every field is described", () => {
  const bare = describeFields(callsForPrograms()).filter(({ isDescribed, words }) => !isDescribed && !words);
  expect(bare.map(({ place }) => place)).toEqual([]);
});

test("every response and every JSON request has a recorded example, which fits its schema", () => {
  const missing: string[] = [];
  for (const { at, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses))
      for (const [type, { schema, example }] of Object.entries(
        responseOf(operation, Number(status))?.content ?? {},
      )) {
        // these can't be provoked from outside, and they have the form of the others
        if (status === "500" || status === "503") continue;
        if (example === undefined) missing.push(`${at} ${status} ${type} ${response.$ref ?? ""}`);
        else expect(misfitOf(schema, example), `${at} ${status}`).toBeNull();
        if (Number(status) < 400) continue;
        for (const told of statusesIn(example)) expect(told, `${at} ${status}`).toBe(Number(status));
      }
    const { schema, example } = operation.requestBody?.content["application/json"] ?? {};
    if (schema === undefined) continue;
    if (example === undefined) missing.push(`${at} request`);
    else expect(misfitOf(schema, example), at).toBeNull();
  }
  expect(missing, "npm run examples records them").toEqual([]);
});

test("the events of a stream are described, and its recorded example consists of them", () => {
  const streams = operations.flatMap(({ at, operation }) =>
    Object.values(operation.responses).flatMap(({ content }) => {
      const stream = content?.["text/event-stream"];
      return stream === undefined ? [] : [{ at, stream }];
    }),
  );
  expect(streams.map(({ at }) => at)).toEqual(["POST /api/v1/answers", "POST /v1/chat/completions"]);
  for (const { at, stream } of streams) {
    const events = String(stream.example)
      .split("\n\n")
      .flatMap((frame) => (frame.startsWith("data: {") ? [JSON.parse(frame.slice(6)) as unknown] : []));
    expect(events.length, at).toBeGreaterThan(1);
    for (const event of events)
      expect(misfitOf(stream.schema.contentSchema?.items ?? { not: {} }, event), at).toBeNull();
  }
  expect(Object.keys(programs.components.schemas)).toEqual(
    expect.arrayContaining(["ProgramEvent", "ProgramEventStarted", "ProgramEventDone", "ProgramEventFailed"]),
  );
});
