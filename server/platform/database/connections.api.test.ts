import { expect, test } from "vitest";
import { listThemes } from "#contract/knowledge/themes.ts";
import { listUsers } from "#contract/identity/users.ts";
import { startTestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { withClient } from "./client.ts";

test("sixty calls at once are all served over the connections that a process may open, and no more", async () => {
  // eleven for each of its two threads, of which this is one
  const app = await startTestApp({ env: { DATABASE_CONNECTIONS: "22" } });
  try {
    const { admin } = await buildCompany(app);
    const superAdmin = await buildSuperAdmin(app);
    const opened = () =>
      withClient(app.connection, async (client) => {
        const { rows } = await client.query<{ opened: number }>(
          `select count(*)::integer as opened from pg_stat_activity
           where datname = current_database() and usename <> current_user`,
        );
        return rows[0]?.opened ?? 0;
      });
    const counts: number[] = [];
    const calls = Array.from({ length: 60 }, (_, n) =>
      n % 2 === 0 ? admin.call(listThemes, {}) : superAdmin.call(listUsers, { page: 1, pageSize: 10 }),
    );
    const watched = setInterval(() => void opened().then((count) => counts.push(count)), 20);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    clearInterval(watched);
    counts.push(await opened());
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(Math.max(...counts)).toBeLessThanOrEqual(11);
    expect(Math.max(...counts)).toBeGreaterThan(5);
  } finally {
    await app.close();
  }
});
