import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints } from "#contract/api.ts";
import { directoryScope, keyScopes, widgetScope } from "#contract/kernel/permissions.ts";
import { createWidgetKey } from "#contract/identity/widget-keys.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildSite } from "#testing/fixtures/rows.ts";
import { personFor } from "#testing/good-input.ts";
import { buildProgram } from "#testing/programs.ts";
import { buildProvisionedCompany } from "#testing/scim.ts";
import { named } from "#testing/fixtures/paths.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const calls = allEndpoints.map(({ spec }) => spec).filter(({ method }) => method !== "GET");
const wrong: [string, string][] = [
  ["application/json", "{}"],
  ["application/x-www-form-urlencoded", "file=text"],
  ["text/plain", "text"],
  ["application/octet-stream", "bytes"],
];

const send = (path: string, method: string, token: string, type: string | null, body: string | FormData) =>
  fetch(app.url + path.replaceAll(/:\w+/g, "1"), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(type !== null && { "content-type": type }) },
    body,
  });
const sentenceOf = async (response: Response) => {
  const { error, detail = error } = (await response.json()) as { error?: string; detail?: string };
  return detail ?? "";
};

test("a call that takes files says in which form and which field it takes them, whatever else it is sent", async () => {
  const { secret, admin } = await buildProgram(app, keyScopes);
  const uploading = calls.filter(({ uploads }) => uploads !== undefined);
  expect(uploading.length).toBeGreaterThan(4);
  for (const spec of uploading)
    for (const [type, body] of wrong) {
      const at = `${named(spec)} ${type}`;
      const token = spec.takesKeys ? secret : admin.token;
      const refused = await send(spec.path, spec.method, token, type, body);
      expect(refused.status, at).toBe(415);
      const sentence = await sentenceOf(refused);
      expect(sentence, at).toMatch(new RegExp(`^The body was sent as ${type}\\. Send `));
      expect(sentence, at).toContain(`as multipart/form-data, in the field “${spec.uploads?.field}”.`);
    }
});

test("a call that takes no files refuses a form with files, and says what it takes", async () => {
  const { secret, admin, themeId } = await buildProgram(app, keyScopes);
  const place = await buildSite(app);
  const { directory } = await buildProvisionedCompany(app);
  const { body } = await admin.call(createWidgetKey, {
    name: "Help pages",
    themeId,
    allowedOrigins: ["https://www.example.com"],
  });
  const tokens: Partial<Record<string, string>> = {
    [directoryScope]: directory.secret,
    [widgetScope]: body.widget?.key,
  };
  for (const spec of calls.filter(
    ({ uploads, body: takes }) => uploads === undefined && takes !== undefined,
  )) {
    const token =
      tokens[spec.permission] ?? (spec.takesKeys ? secret : (await personFor(app, spec, place)).token);
    const form = new FormData();
    form.append("file", new Blob(["text"]), "a.txt");
    const refused = await send(spec.path, spec.method, token, null, form);
    const sentence = await sentenceOf(refused);
    expect(refused.status, `${named(spec)} ${sentence}`).toBe(415);
    expect(sentence, named(spec)).toMatch(
      /^The body was sent as multipart\/form-data\. This call takes application\/[\w+-]+\. Nothing was changed\.$/,
    );
  }
});
