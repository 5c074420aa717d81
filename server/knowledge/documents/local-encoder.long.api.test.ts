import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getEncoding, uploadDocuments } from "#contract/knowledge/documents.ts";
import { embedMissing } from "#server/knowledge/ingestion/embed.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildEmptyTheme, buildTheme } from "#testing/documents.ts";
import { writeModels } from "#testing/local-model.ts";

const model = writeModels();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { MODELS_DIR: model.models, ENCODER: "small" } });
});
afterAll(async () => {
  model.take(0);
  await app.close();
});

type Kept = { model: string; is_whole: boolean; passages: number };
async function keptOf(companyId: number): Promise<Kept[]> {
  return withClient(app.connection, async (client) => {
    const { rows } = await client.query(
      "select model, is_whole, octet_length(bytes) / (4 * dimensions) as passages from vectors where company_id = $1",
      [companyId],
    );
    return rows as Kept[];
  });
}

/** Passages with vectors of their units, and how many of them have another than one for each unit. */
async function unitsOf(companyId: number) {
  return withClient(app.connection, async (client) => {
    const { rows } = await client.query(
      `select count(*)::integer as passages, count(*) filter (where octet_length(bytes) <> cardinality(spans))::integer as odd
        from unit_vectors where company_id = $1`,
      [companyId],
    );
    return rows[0] as { passages: number; odd: number };
  });
}

const question = "How many days does a customer have to return an unopened product?";

test("a local model encodes passages without using tokens, and its name identifies its weights", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await expect.poll(async () => (await keptOf(companyId)).some(({ is_whole }) => is_whole)).toBe(true);
  const { body } = await admin.call(getEncoding, { id: theme.id });
  expect(body.encoder).toMatch(/^small@[0-9a-f]{12}$/);
  expect(body.encoded).toBe(body.passages);
  expect(await unitsOf(companyId)).toEqual({ passages: body.passages, odd: 0 });
  const answered = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  expect(answered.body.citations[0]?.quote).toContain("30 days");
  const spent = await withClient(app.connection, (client) =>
    client.query("select 1 from usage_entries where company_id = $1 and purpose = 'embedding'", [companyId]),
  );
  expect(spent.rows).toEqual([]);
});

test("while the model takes seconds for a question, words alone answer immediately", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await expect.poll(async () => (await keptOf(companyId)).some(({ is_whole }) => is_whole)).toBe(true);
  model.take(3_000);
  const began = performance.now();
  const { body } = await admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s" });
  expect(performance.now() - began).toBeLessThan(1_500);
  model.take(0);
  expect(body.citations[0]?.quote).toContain("30 days");
});

test("interrupted encoding continues where it stopped", async () => {
  const { admin, companyId, theme } = await buildEmptyTheme(app, "Handbook");
  const bytes = Array.from(
    { length: 900 },
    (_, rule) => `Rule ${rule}. ${`Fees of group ${rule} are due on day ${rule % 28}. `.repeat(14)}`,
  ).join("\n\n");
  model.take(1);
  await admin.call(uploadDocuments, { id: theme.id }, { form: formOf({ name: "Handbook.txt", bytes }) });
  await expect.poll(async () => ((await keptOf(companyId))[0]?.passages ?? 0) > 0).toBe(true);
  // the next text crashes the thread
  model.take(-1);
  // a crashed thread stores nothing more: two consecutive reads are equal
  let stored = -1;
  await expect
    .poll(
      async () => {
        const before = stored;
        stored = (await keptOf(companyId))[0]?.passages ?? 0;
        return stored === before;
      },
      { interval: 300 },
    )
    .toBe(true);
  const [stopped] = await keptOf(companyId);
  expect(stopped?.is_whole).toBe(false);
  const { body: during } = await admin.call(getEncoding, { id: theme.id });
  expect(during.encoded).toBe(stopped?.passages);
  expect(during.passages).toBeGreaterThan(during.encoded);
  model.take(0);
  await embedMissing(app.services);
  await expect.poll(async () => (await keptOf(companyId))[0]?.is_whole === true).toBe(true);
  expect(await keptOf(companyId)).toEqual([{ ...stopped, is_whole: true, passages: during.passages }]);
  expect(await unitsOf(companyId)).toEqual({ passages: during.passages, odd: 0 });
});
