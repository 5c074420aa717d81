import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { AppError } from "#server/platform/errors.ts";
import { allEndpoints, endpoints } from "#contract/api.ts";
import { named } from "#testing/fixtures/paths.ts";
import { parseInput } from "./input.ts";

/** The boundary of every call, walked by the contract. */
function refusalOf(spec: EndpointSpec, sent: { query?: object; body?: object }) {
  try {
    const params = Object.fromEntries(Object.keys(spec.params?.shape ?? {}).map((name) => [name, "1"]));
    parseInput(spec, { params, query: {}, ...sent } as unknown as FastifyRequest);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { sentence: error.message, fields: error.fields ?? {} };
  }
}

const bodies = endpoints.flatMap(({ spec }) =>
  spec.body instanceof z.ZodObject
    ? Object.entries(spec.body.shape as Record<string, z.ZodType>).map(([field, schema]) => ({
        spec,
        field,
        schema,
      }))
    : [],
);

test("an unknown parameter is refused, and the sentence lists the known ones", () => {
  for (const { spec } of endpoints.filter((entry) => !entry.spec.fromOtherSites)) {
    const refusal = refusalOf(spec, { query: { serach: "restocking" } });
    expect(refusal?.fields, named(spec)).toHaveProperty("serach");
    for (const known of Object.keys(spec.query?.shape ?? {}))
      expect(refusal?.sentence, named(spec)).toContain(`“${known}”`);
  }
});

test("a missing field is called missing, by its name", () => {
  let required = 0;
  for (const { spec, field, schema } of bodies.filter(
    (entry) => !entry.schema.safeParse(undefined).success,
  )) {
    const { [field]: sentence } = refusalOf(spec, { body: {} })?.fields ?? {};
    // a schema may ask for its value in words of its own
    const own = schema.safeParse(undefined).error?.issues[0]?.message ?? "";
    const expected = own.startsWith("Invalid") ? "This is missing." : own;
    expect(sentence, `${named(spec)} ${field}`).toBe(expected);
    required += 1;
  }
  expect(required).toBeGreaterThan(50);
  const [login] = endpoints.filter(({ spec }) => spec.path === "/api/auth/login");
  expect(login && refusalOf(login.spec, { body: {} })?.sentence).toBe("“email” is missing.");
  const [reset] = endpoints.filter(({ spec }) => spec.path === "/api/auth/reset-password");
  const cut = { token: "cut", newPassword: "a walk in the rain 7" };
  expect(reset && refusalOf(reset.spec, { body: cut })?.sentence).toMatch(/^This link is incomplete\./);
});

test("no name, title or tag takes line breaks or characters that turn the text around it", () => {
  let names = 0;
  for (const { spec, field, schema } of bodies.filter((entry) => /(name|title|tags)$/i.test(entry.field))) {
    const takesList = schema.safeParse(["plain"]).success;
    if (!takesList && !schema.safeParse("plain").success) continue;
    for (const name of ["a\u202eb", "a\u2066b", "a\nb", "a\u0007b", "a\u2028b"])
      expect(schema.safeParse(takesList ? [name] : name).success, `${named(spec)} ${field}`).toBe(false);
    names += 1;
  }
  expect(names).toBeGreaterThan(20);
});

test("a change takes each null that the row itself shows", () => {
  const fieldsOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
    schema instanceof z.ZodObject ? schema.shape : {};
  let nullable = 0;
  for (const { spec, field, schema } of bodies.filter((entry) => entry.spec.method === "PUT")) {
    const shown = fieldsOf(spec.output)[field];
    if (shown === undefined || !shown.safeParse(null).success) continue;
    expect(schema.safeParse(null).success, `${named(spec)} ${field}`).toBe(true);
    nullable += 1;
  }
  expect(nullable).toBeGreaterThan(10);
});

test("calls of directories may carry parameters of their own", () => {
  for (const { spec } of allEndpoints.filter((entry) => entry.spec.keysOnly))
    expect(refusalOf(spec, { query: { tracking: "1" } })?.fields ?? {}).not.toHaveProperty("tracking");
});
