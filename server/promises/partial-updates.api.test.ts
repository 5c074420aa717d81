import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "#contract/nouns.ts";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import type { ErrorBody } from "#contract/kernel/errors.ts";
import { programPath } from "#contract/answering/programs.ts";
import { scimPath } from "#contract/identity/scim.ts";
import { getRetention, setRetention } from "#contract/evidence/retention.ts";
import { getTheme, updateTheme } from "#contract/knowledge/themes.ts";
import { setWorkspaceAssignments, updateUser } from "#contract/identity/users.ts";
import { can } from "#contract/kernel/permissions.ts";
import type { Permission } from "#contract/kernel/permissions.ts";
import { proveDomain } from "#testing/sign-on.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import type { TestPerson } from "#testing/build.ts";
import { makeAuthority } from "#testing/certificates.ts";
import { idParameter, named } from "#testing/fixtures/paths.ts";
import { buildPlace, makeRow, resourceOf } from "#testing/fixtures/rows.ts";
import type { Place, Resource } from "#testing/fixtures/rows.ts";

/** A change names its fields: fields omitted from a PUT keep their values (docs/specification/conventions.md). */
let app: TestApp;
let place: Place;
let superAdmin: TestPerson;
let themeIds: number[];
let authority: string;
beforeAll(async () => {
  // background reading would write its own tags in between
  app = await startTestApp({ worker: false });
  place = await buildPlace(app);
  authority = (await makeAuthority()).ca.trim();
  superAdmin = await buildSuperAdmin(app);
  await proveDomain(app, place.admin, "walked.example");
  themeIds = [Number(await makeRow(app, "themes", place, place.admin, true))];
});
afterAll(() => app.close());

type Values = Record<string, unknown>;
type Walk = {
  /** The thing in the address; nothing for single things of a company or person. */
  target?: Resource;
  by?: () => TestPerson;
  /** Each field with its first value and its changed one. */
  fields: () => Record<string, [first: unknown, changed: unknown]>;
  /** Fields of the body that are not stored values; the given ones are sent with every call. */
  others?: Values;
  /** Where the response has the fields, if not under their own names at the top level. */
  shown?: (body: Values) => Values;
};

const tags = {
  distributionPartnerTags: [["Coastal"], ["Inland"]],
  productTags: [["Washer"], ["Dryer"]],
  topicTags: [["Fees"], ["Returns"]],
  stateTags: [["Texas"], ["Ohio"]],
} satisfies Record<string, [unknown, unknown]>;

const walks: Record<string, Walk> = {
  "PUT /api/companies/:id": {
    target: "companies",
    by: () => superAdmin,
    fields: () => ({
      name: ["Harbor", "Haven"],
      description: ["By the sea", "Inland"],
      openaiApiKey: ["sk-first-1111", "sk-other-2222"],
      xaiApiKey: ["xai-first-3333", "xai-other-4444"],
      smartModel: [
        { provider: "openai", model: "gpt-5.6-sol" },
        { provider: "openai", model: "gpt-5.6-luna" },
      ],
      smarterModel: [
        { provider: "xai", model: "grok-4.5" },
        { provider: "xai", model: "grok-4.3" },
      ],
      smartLimits: [
        { readingSeconds: 60, silenceSeconds: 45, totalSeconds: 300 },
        { readingSeconds: 5, silenceSeconds: 5, totalSeconds: 20 },
      ],
      smarterLimits: [
        { readingSeconds: 90, silenceSeconds: 40, totalSeconds: 400 },
        { readingSeconds: 6, silenceSeconds: 6, totalSeconds: 30 },
      ],
      requireSecondFactor: [true, false],
    }),
  },
  "PUT /api/leads/retention": {
    by: () => superAdmin,
    fields: () => ({ months: [24, null] }),
  },
  "PUT /api/models/:id": {
    target: "models",
    by: () => superAdmin,
    fields: () => ({
      kind: ["chat", "embedding"],
      contextTokens: [8_000, 16_000],
      inputPrice: [1, 2],
      outputPrice: [3, 4],
      retiresOn: ["2030-01-01", null],
      successor: ["next-model", null],
      thinks: [true, false],
      refuses: [["temperature"], []],
    }),
  },
  "PUT /api/users/:id": {
    target: "users",
    fields: () => ({
      firstName: ["Ada", "Grace"],
      lastName: ["Byron", "Hopper"],
      role: ["workspace_admin", "agent"],
      workspaceId: [place.workspaceId, place.siblingId],
      isActive: [true, false],
    }),
    others: { companyId: undefined },
  },
  "PUT /api/themes/:id": {
    target: "themes",
    fields: () => ({
      ...tags,
      name: ["Fees", "Returns"],
      purpose: ["Answer about fees", "Answer about returns"],
      guidingInstructions: ["Be brief", "Be exact"],
      modelType: ["smarter", "smart"],
      isActive: [false, true],
      requireSignOff: [true, false],
      fallback: ["quotes", "other-model"],
      workspaceId: [place.siblingId, place.workspaceId],
    }),
  },
  "PUT /api/documents/:id/tags": {
    target: "documents",
    fields: () => tags,
    shown: (body) => body.autoGeneratedTags as Values,
  },
  "PUT /api/retention": {
    fields: () => ({ interactions: [24, null], documents: [36, 12], events: [null, 60] }),
    others: { companyId: undefined },
  },
  "PUT /api/webhooks/:id": {
    target: "webhooks",
    fields: () => ({
      name: ["Help desk", "Archive"],
      url: ["https://hooks.example.com/one", "https://hooks.example.com/two"],
      events: [["document.ready"], ["answer.corrected", "spend.near_limit"]],
      isActive: [true, false],
    }),
  },
  "PUT /api/record/stream": {
    fields: () => ({
      address: ["https://collector.example.com/raw", "syslog+tls://siem.example.com:6514"],
      header: ["Authorization", "X-Token"],
      ca: ["", authority],
      isActive: [true, false],
    }),
    // a secret belongs to its address only, and a new stream's start is asked once
    others: { companyId: undefined, secret: undefined, fromStart: undefined },
    shown: ({ stream }) => stream as Values,
  },
  "PUT /api/sign-on": {
    fields: () => ({
      name: ["Login", "Front door"],
      issuer: ["https://login.example.com", "https://id.example.com"],
      clientId: ["footnote", "footnote-2"],
      isActive: [true, false],
      isEnforced: [false, true],
      createsPeople: [false, true],
      workspaceIds: [[place.workspaceId], [place.siblingId]],
      groupsClaim: ["groups", "roles"],
      rules: [[], [{ group: "support", role: "agent", workspaceIds: [place.workspaceId] }]],
      breakGlassUserId: [place.admin.id, null],
    }),
    // a secret belongs to its address only, so it does change with another field; the rest is SAML's, and tested in
    // server/identity/sign-on/saml/saml.api.test.ts
    others: {
      companyId: undefined,
      clientSecret: undefined,
      protocol: undefined,
      metadata: undefined,
      entityId: undefined,
      signInUrl: undefined,
      certificates: undefined,
      attributes: undefined,
    },
    shown: ({ provider }) => provider as Values,
  },
  "PUT /api/examiners/:id": {
    target: "examiners",
    fields: () => ({
      purpose: ["An audit", "A suit"],
      from: ["2026-01-01", "2026-02-01"],
      to: ["2026-03-31", "2026-04-30"],
      themeIds: [themeIds, []],
      endsOn: ["2999-01-01", "2999-02-01"],
    }),
    shown: (body) => ({ ...body, themeIds: (body.themes as { id: number }[]).map(({ id }) => id) }),
  },
  "PUT /api/help/:id": {
    target: "help",
    fields: () => ({
      title: ["How?", "Why?"],
      content: ["So.", "Because."],
      videoUrl: ["https://videos.example/how", null],
      duration: ["5:30", ""],
    }),
    // a question has no video: its address would be removed with the type
    others: { type: "video", companyId: undefined },
  },
  "PUT /api/admin/interactions/:id/review": {
    target: "admin",
    fields: () => ({
      verdict: ["wrong", "incomplete"],
      note: ["The fee is older", "The fee is newer"],
      correctedAnswer: ["It is 5 dollars.", ""],
    }),
    others: { secondOpinion: undefined },
    shown: (body) => (body.reviews as Values[])[0] ?? {},
  },
  "PUT /api/reviews/:id/assignee": {
    target: "reviews",
    fields: () => ({ userId: [place.admin.id, null] }),
    shown: (body) => ({ userId: (body.assignee as Values | null)?.id ?? null }),
  },
  "PUT /api/notifications/preferences": {
    fields: () => ({ delivery: ["digest", "off"] }),
    others: { kind: "bad_rating" },
  },
};

/** Of an endpoint whose fields are texts, numbers, choices and switches without rules of their own. */
function plainWalk(spec: EndpointSpec): Walk {
  const { companyId, version: _, ...shape } = spec.body instanceof z.ZodObject ? spec.body.shape : {};
  const target = idParameter(spec) === null ? undefined : resourceOf(spec);
  return {
    ...(target === undefined ? {} : { target }),
    by: () => (can("workspace_admin", spec.permission as Permission) ? place.admin : superAdmin),
    fields: () =>
      Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, twoValues(name, schema)])),
    others: companyId === undefined ? {} : { companyId: undefined },
  };
}

function twoValues(name: string, schema: z.ZodType): [unknown, unknown] {
  const { type, enum: choices } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  if (choices !== undefined) return [choices.at(-1), choices[0]];
  if (type === "string") return ["At first", "And then"];
  if (type === "integer" || type === "number") return [1, 2];
  if (type === "boolean") return [false, true];
  throw new Error(`'${name}' is not a plain field: list its call above, with two values for each field.`);
}

const walkOf = (spec: EndpointSpec): Walk => walks[named(spec)] ?? plainWalk(spec);

const puts = endpoints.map(({ spec }) => spec).filter(({ method }) => method === "PUT" || method === "PATCH");

const shownBy = (walk: Walk, body: Values) => walk.shown?.(body) ?? body;

async function send(spec: EndpointSpec, walk: Walk, id: number | string | undefined, values: Values) {
  const person = walk.by?.() ?? place.admin;
  const others = Object.entries(walk.others ?? {}).filter(([, value]) => value !== undefined);
  const reply = await person.call(spec, { id, ...Object.fromEntries(others), ...values });
  expect(reply.status, `${named(spec)} ${JSON.stringify(values)}: ${reply.text}`).toBe(200);
  const shown = shownBy(walk, JSON.parse(reply.text) as Values);
  return Object.fromEntries(Object.keys(walk.fields()).map((field) => [field, shown[field]]));
}

test("every PUT of the contract is tested, with every field of its body", () => {
  const all = puts.map(named);
  expect(Object.keys(walks).filter((name) => !all.includes(name))).toEqual([]);
  for (const spec of puts) {
    if (!(spec.body instanceof z.ZodObject)) throw new Error(`${named(spec)} has no fields`);
    const walk = walkOf(spec);
    const known = [
      ...Object.keys(walk.fields()),
      ...Object.keys(walk.others ?? {}),
      ...(isVersioned(spec) ? ["version"] : []),
    ];
    expect(known.toSorted(), named(spec)).toEqual(Object.keys(spec.body.shape).toSorted());
  }
});

test.each(puts.map((spec) => [named(spec), spec] as const))(
  "%s changes the one field it names, and all others keep their values",
  async (_name, spec) => {
    const walk = walkOf(spec);
    const fields = Object.entries(walk.fields());
    for (const [field, [, changed]] of fields) {
      const person = walk.by?.() ?? place.admin;
      const id = walk.target === undefined ? undefined : await makeRow(app, walk.target, place, person, true);
      const first = Object.fromEntries(fields.map(([one, [value]]) => [one, value]));
      const before = await send(spec, walk, id, first);
      const after = await send(spec, walk, id, { [field]: changed });
      expect({ ...after, [field]: "changed" }, field).toEqual({ ...before, [field]: "changed" });
      expect(after[field], field).not.toEqual(before[field]);
    }
  },
);

/**
 * Rows that a GET shows to several people who may edit them have a version. The rest are steps of a case, and one's own
 * settings.
 */
const versioned = puts.filter(({ path, permission }) => {
  const shownAt = [path, path.replace(/\/:\w+$/, "")];
  return (
    permission !== "signed-in" &&
    !path.startsWith(programPath) &&
    !path.startsWith(scimPath) &&
    endpoints.some(({ spec }) => spec.method === "GET" && shownAt.includes(spec.path))
  );
});
const isVersioned = (spec: EndpointSpec) => versioned.includes(spec);

/** The row as a GET shows it. */
async function read(spec: EndpointSpec, id: number | string | undefined): Promise<Values> {
  const person = walkOf(spec).by?.() ?? place.admin;
  const list = spec.path.replace(/\/:\w+$/, "");
  const get = endpoints.find((one) => one.spec.method === "GET" && one.spec.path === list);
  if (get === undefined) throw new Error(`${named(spec)} has no GET`);
  const { text } = await person.call(get.spec, {});
  const body = JSON.parse(text) as Values | Values[];
  const row = Array.isArray(body) ? body.find((one) => String(one.id) === String(id)) : body;
  if (row === undefined) throw new Error(`${named(get.spec)} does not show ${id}`);
  return row;
}

const versionOf = (spec: EndpointSpec, body: Values) =>
  Number(body.version ?? walkOf(spec).shown?.(body)?.version ?? 0);

test.each(versioned.map((spec) => [named(spec), spec] as const))(
  "%s with another version changes nothing, and says who changed what",
  async (_name, spec) => {
    const walk = walkOf(spec);
    const person = walk.by?.() ?? place.admin;
    const id = walk.target === undefined ? undefined : await makeRow(app, walk.target, place, person, true);
    const fields = Object.entries(walk.fields());
    const start = Object.fromEntries(fields.map(([one, [value]]) => [one, value]));
    for (const [field, [, changed]] of fields) {
      await send(spec, walk, id, start);
      const opened = versionOf(spec, await read(spec, id));
      const now = await send(spec, walk, id, { [field]: changed });
      const before = await read(spec, id);
      expect(versionOf(spec, before), `${field} raises the version`).toBeGreaterThan(opened);

      const first = fields.find(([other]) => other !== field) ?? fields[0];
      if (first === undefined) throw new Error(`${named(spec)} has no fields`);
      const other = { ...walk.others, [first[0]]: first[1][0] };
      const refused = await person.call(spec, { id, ...other, version: opened });
      expect(refused.status, `${field}: ${refused.text}`).toBe(409);
      const body = JSON.parse(refused.text) as ErrorBody;
      expect(body.code).toBe("changed_meanwhile");
      expect(body.meanwhile?.version).toBe(versionOf(spec, before));
      const change = body.meanwhile?.changes.find((one) => one.field === field);
      expect(change, field).toMatchObject({ field, by: expect.any(String), at: expect.any(String) });
      if (change?.value !== undefined) expect(change.value, field).toEqual(now[field]);
      expect(await read(spec, id), "nothing changed").toEqual(before);

      await send(spec, walk, id, { [field]: changed, version: versionOf(spec, before) });
    }
  },
);

test("a change of settings that someone else stored first is refused", async () => {
  const { admin } = await buildCompany(app);
  const { body } = await admin.call(getRetention, {});
  await admin.call(setRetention, { documents: 24 });
  const refused = await admin.call(setRetention, { documents: 36, version: body.version });
  const { meanwhile } = JSON.parse(refused.text) as ErrorBody;
  expect(meanwhile?.changes.find(({ field }) => field === "documents")).toMatchObject({ value: 24 });
});

test("of two changes of the same version at the same moment, one is refused", async () => {
  const id = await makeRow(app, "themes", place, place.admin, true);
  const { body } = await place.admin.call(getTheme, { id: Number(id) });
  const both = ["One", "Two"].map((purpose) =>
    place.admin.call(updateTheme, { id: Number(id), purpose, version: body.version }),
  );
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
});

test("two changes of different fields at the same moment both stay", async () => {
  const id = Number(await makeRow(app, "themes", place, place.admin, true));
  const change = { purpose: "Both", guidingInstructions: "stay" };
  await Promise.all(
    Object.entries(change).map(([field, value]) => place.admin.call(updateTheme, { id, [field]: value })),
  );
  expect((await place.admin.call(getTheme, { id })).body).toMatchObject(change);
});

test("a person's workspaces carry the version of the person", async () => {
  const id = Number(await makeRow(app, "users", place, place.admin, true));
  const versionNow = async () => Number((await read(updateUser, id)).version);
  const opened = await versionNow();
  const set = (workspaceIds: number[], version: number) =>
    place.admin.call(setWorkspaceAssignments, { id, workspaceIds, version });
  expect((await set([place.siblingId], opened)).status).toBe(200);
  const refused = await set([place.workspaceId], opened);
  expect(refused.status).toBe(409);
  expect((JSON.parse(refused.text) as ErrorBody).meanwhile?.changes.map(({ field }) => field)).toContain(
    "workspaceIds",
  );
  expect((await set([place.siblingId], await versionNow())).status).toBe(200);
  const unchanged = await versionNow();
  expect((await set([place.siblingId], unchanged)).status).toBe(200);
  expect(await versionNow()).toBe(unchanged);
});
