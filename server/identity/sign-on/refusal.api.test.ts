import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRecord } from "#contract/evidence/record.ts";
import { receiveSamlResponse, setSignOn } from "#contract/identity/sign-on.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, type TestPerson } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { anySigner, begin, finish, proveDomain } from "#testing/sign-on.ts";
import { openAttempt } from "./attempt.ts";
import { reasons, SignOnRefusal } from "./refusal.ts";
import { queryOf, type HandOver } from "./saml/hand-over.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

const entityId = "https://login.example.com/saml";

async function company(on = app) {
  const built = await buildCompany(on);
  const domain = `d${randomBytes(4).toString("hex")}.example`;
  await proveDomain(on, built.admin, domain);
  const set = await built.admin.call(setSignOn, {
    protocol: "saml",
    name: "Harborline Login",
    entityId,
    signInUrl: "https://login.example.com/sign-in",
    certificates: [(await anySigner()).cert],
    isActive: true,
    createsPeople: false,
    workspaceIds: [built.workspaceId],
  });
  expect(set.status, set.text).toBe(200);
  return { ...built, domain, email: `ada@${domain}` };
}

const handOver = (companyId: number, read: HandOver["read"]) =>
  queryOf(app.services.config, { companyId, expiresAt: app.clock.now().getTime() + 60_000, read });

async function refusalsOf(admin: TestPerson) {
  const { body } = await admin.call(listRecord, { action: "sign-on.refuse" });
  return rowsOf(body).map(({ after, result }) => ({
    reason: after?.reason,
    because: after?.because,
    result,
  }));
}

test("every reason of a refusal is on the company's record, and the person reads the sentence for people", async () => {
  const { admin, companyId, email } = await company();
  const said = new Map<string, string>();
  for (const reason of reasons) {
    const { cookie } = await begin(app, email);
    const { status, error } = await finish(app, handOver(companyId, { refused: reason }), cookie);
    expect([status, error.error]).toEqual([401, new SignOnRefusal(reason).message]);
    said.set(reason, error.error);
  }
  const recorded = await refusalsOf(admin);
  expect(new Set(recorded.map((event) => event.reason))).toEqual(new Set(reasons));
  expect(recorded).toHaveLength(reasons.length);
  for (const { reason, because, result } of recorded) {
    expect(result).toBe("refused");
    // one sentence for the administrator, which nobody at the door reads
    expect(because).toMatch(/^[A-Z].*\.$/);
    expect([...said.values()], String(reason)).not.toContain(because);
  }
  expect(new Set(recorded.map(({ because }) => because)).size).toBe(reasons.length);
});

/** A verified assertion that answers the request of this browser. */
function answering(cookie: string, email: string | null): HandOver["read"] {
  const sealed = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1));
  const attempt = openAttempt(app.services.config, sealed, app.clock.now());
  if (attempt?.protocol !== "saml") throw new Error("no attempt over SAML in the cookie");
  const id = randomBytes(8).toString("hex");
  return {
    issuer: entityId,
    assertionId: id,
    inResponseTo: attempt.requestId,
    claims: { subject: id, email, firstName: "Ada", lastName: "Byron", groups: [] },
  };
}

test("a verified response of somebody who gets no account is refused with its reason on the record", async () => {
  const { admin, companyId, domain, email } = await company();
  const other = await buildCompany(app);
  await withClient(app.connection, (client) =>
    client.query("update users set email = $2 where id = $1", [other.agent.id, `eve@${domain}`]),
  );
  const cases = [
    ["unconfirmed", null],
    ["domain", "ada@elsewhere.example"],
    ["account", email],
    ["taken", `eve@${domain}`],
  ] as const;
  for (const [, address] of cases) {
    const { cookie } = await begin(app, email);
    expect((await finish(app, handOver(companyId, answering(cookie, address)), cookie)).status).toBe(401);
  }
  const recorded = await refusalsOf(admin);
  // newest first
  expect(recorded.map(({ reason }) => reason)).toEqual(cases.map(([reason]) => reason).toReversed());
  expect(JSON.stringify(recorded)).not.toMatch(/@|elsewhere/);
  expect(await refusalsOf(other.admin)).toEqual([]);
});

test("a response that no browser asked for is on the record of its company, once per address and quarter of an hour", async ({
  onTestFinished,
}) => {
  const limited = await startTestApp({ worker: false, env: { LIMIT_FACTOR: "1" } });
  onTestFinished(() => limited.close());
  const { admin, companyId } = await company(limited);
  const post = async (id: number) => {
    const { headers } = await fetch(limited.url + receiveSamlResponse.path.replace(":id", String(id)), {
      method: "POST",
      body: new URLSearchParams({ SAMLResponse: "aGVsbG8=" }),
      redirect: "manual",
    });
    return finish(limited, new URL(headers.get("location") ?? "").search, "");
  };
  for (let time = 0; time < 3; time += 1) expect((await post(companyId)).status).toBe(401);
  expect(await refusalsOf(admin)).toMatchObject([{ reason: "unreadable" }]);
  // a company without a provider, or none at all, gets no event
  const absent = await post(2_000_000_000);
  expect([absent.status, absent.error.error]).toEqual([401, new SignOnRefusal("off").message]);
});
