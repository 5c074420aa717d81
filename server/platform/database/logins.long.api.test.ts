import { randomBytes } from "node:crypto";
import { expect, inject, test } from "vitest";
import { startTestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withDatabase } from "#testing/database.ts";
import { withClient } from "./client.ts";
import { buildTheme } from "#testing/documents.ts";
import { ask } from "#contract/answering/answers.ts";
import { withLogin } from "./access.ts";
import { prepareDatabase, refuseSuperuser } from "./prepare.ts";

/** An empty database whose owner isn't a superuser, as on a hosted PostgreSQL. */
async function ownDatabase(rights = "createrole") {
  const root = inject("connection");
  const name = `footnote_own_${randomBytes(5).toString("hex")}`;
  await withClient(root, async (client) => {
    await client.query(`create role ${name}_owner login password 'owner' ${rights}`);
    await client.query(`create database ${name} owner ${name}_owner`);
  });
  const database = withDatabase(root, name);
  return {
    name,
    root: database,
    owner: withLogin(database, `${name}_owner`, "owner"),
    drop: () =>
      withClient(root, async (client) => {
        await client.query(`drop database ${name}`);
        await client.query(`drop role if exists ${name}_app, ${name}_platform`);
        await client.query(`drop role ${name}_owner`);
      }),
  };
}

test("an owner without superuser rights prepares the database, and the product works under its logins", async () => {
  const { owner, drop } = await ownDatabase();
  const app = await startTestApp({ owner });
  try {
    const { admin } = await buildCompany(app);
    const { theme } = await buildTheme(admin);
    const { body } = await admin.call(ask, {
      themeId: theme.id,
      userQuery: "How many days does a customer have to return an unopened product?",
      sessionId: "s",
    });
    expect(body.outcome).toBe("answered");
  } finally {
    await app.close();
    await drop();
  }
});

test("two servers that prepare one database derive the same passwords", async () => {
  const { owner, drop } = await ownDatabase();
  try {
    const [one, other] = await Promise.all([prepareDatabase(owner), prepareDatabase(owner)]);
    expect(one).toEqual(other);
    await withClient(one.app, (client) => client.query("select 1"));
  } finally {
    await drop();
  }
});

test("an owner that may not create roles is told which statements to run, and works with logins made for it", async () => {
  const { name, root, owner, drop } = await ownDatabase("nocreaterole");
  try {
    await expect(prepareDatabase(owner)).rejects.toThrow("set DATABASE_APP_URL and DATABASE_PLATFORM_URL");
    await withClient(root, async (client) => {
      await client.query(`create role ${name}_app login password 'a'`);
      await client.query(`create role ${name}_platform login password 'p'`);
    });
    const given = {
      app: withLogin(root, `${name}_app`, "a"),
      platform: withLogin(root, `${name}_platform`, "p"),
    };
    const access = await prepareDatabase(owner, given);
    await withClient(access.app, (client) => client.query("select count(*) from users"));
    // a login that is a member of the owner could assume its role
    await withClient(root, (client) => client.query(`grant ${name}_owner to ${name}_app`));
    await expect(prepareDatabase(owner, given)).rejects.toThrow("could assume another role");
  } finally {
    await drop();
  }
});

test("a superuser is refused unless named explicitly", async () => {
  const root = inject("connection");
  const { rows } = await withClient(root, (client) =>
    client.query<{ login: string }>("select session_user as login"),
  );
  const login = rows[0]?.login ?? "";
  await expect(refuseSuperuser(root, null)).rejects.toThrow(`DATABASE_SUPERUSER=${login}`);
  await expect(refuseSuperuser(root, "somebody-else")).rejects.toThrow("a superuser");
  await expect(refuseSuperuser(root, login)).resolves.toBeUndefined();
});
