import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "#testing/app.ts";
import { readRows, oldCompany, oldQuestion, startWithoutErasure } from "#testing/old-company.ts";
import { verifyBytes, bundleOf } from "#testing/bundles.ts";
import { checkRecord } from "#testing/check-record.ts";
import { rowsOf } from "#testing/call.ts";
import { createHold, liftHold } from "#contract/evidence/holds.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { getRecordProof } from "#contract/evidence/record.ts";
import { erasePerson } from "#contract/evidence/retention.ts";
import { deactivateUser, listUsers } from "#contract/identity/users.ts";
import { eraseDue } from "./erase.ts";

/** A person can be erased; their answers stay proved. */
let app: TestApp;
beforeAll(async () => void (app = await startWithoutErasure()));
afterAll(() => app.close());

test("an erased person has a pseudonym in one row; their answers are proved as before, without their name", async () => {
  const { admin, companyId, formerly, answers, theme, agent } = await oldCompany(app);
  expect((await admin.call(erasePerson, { id: formerly.id })).error.error).toContain("Deactivate them first");
  await admin.call(deactivateUser, { id: formerly.id });
  const hold = await admin.call(createHold, { userId: formerly.id, reason: "Suit" });
  expect((await admin.call(erasePerson, { id: formerly.id })).error.error).toContain("A hold protects");
  await admin.call(liftHold, { id: hold.body.id, reason: "Settled" });
  const { body } = await admin.call(erasePerson, { id: formerly.id });
  expect(body.pseudonym).toMatch(/^Person [0-9a-f]{8}$/);
  // a second theme's answers are on hold: they keep the name until the hold is lifted
  const other = await admin.call(createHold, { themeId: theme.id, reason: "Suit of the theme" });
  await eraseDue(app.services, { companyId });
  const named = (id: number | undefined) =>
    readRows<{ asker: string | null; content: string | null }>(
      app,
      "select asker, content from record_manifests where interaction_id = $1",
      [id],
    );
  expect((await named(answers[0]))[0]?.asker).toContain(formerly.email);
  expect(await named(answers[2])).toMatchObject([{ asker: null, content: expect.any(String) as string }]);
  await admin.call(liftHold, { id: other.body.id, reason: "Settled" });
  await eraseDue(app.services, { companyId });
  expect((await named(answers[0]))[0]).toMatchObject({ asker: null, content: expect.any(String) as string });
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", erased: 0 });
  const interaction = await admin.call(getInteraction, { id: answers[0] ?? 0 });
  expect(interaction.body.user.name).toBe(body.pseudonym);
  expect(interaction.body.userQuery).toBe(oldQuestion);
  const { body: proof } = await admin.call(getRecordProof, { interactionId: answers[0] ?? 0 });
  const said = await verifyBytes("person.json", JSON.stringify(proof), proof.key);
  expect(said).toMatch(/^VERIFIED/);
  expect(said).toContain(`at the erasure of person ${formerly.id}; `);
  expect(said).toContain("is as it was given");
  const { zip } = await bundleOf(admin);
  expect(await verifyBytes("person.zip", zip, proof.key)).toMatch(/^VERIFIED/);
  // the address is gone everywhere
  const tables = await readRows<{ name: string }>(
    app,
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await readRows<{ n: number }>(
      app,
      `select count(*)::int as n from ${name} t where strpos(t::text, $1) > 0`,
      [formerly.email],
    );
    if ((row?.n ?? 0) > 0) found.push(name);
  }
  expect(found).toEqual([]);
  expect(rowsOf((await admin.call(listUsers, {})).body).map(({ id }) => id)).not.toContain(formerly.id);
  expect((await admin.call(erasePerson, { id: formerly.id })).status).toBe(404);
  expect((await admin.call(erasePerson, { id: agent.id })).status).toBe(409);
});
