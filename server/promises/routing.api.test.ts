import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { listProgramThemes } from "#contract/answering/programs.ts";
import { login, logout } from "#contract/identity/sessions.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { buildTheme } from "#testing/documents.ts";
import { isInstalled, startProxy, type Proxy } from "#testing/proxies.ts";

// A proxy learns the company from a cookie or a header, which open nothing, and keeps each company at one server.

describe("what tells the company", () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const signIn = (email: string) => call(app.url, null, login, { email, password: testPassword });
  const companyCookieIn = (headers: Headers) =>
    headers.getSetCookie().find((cookie) => cookie.startsWith("footnote_company="));

  test("the cookie that names the company comes with the session, leaves with it, and opens nothing", async () => {
    const { companyId, admin } = await buildCompany(app);
    const { headers, body } = await signIn(admin.email);
    const [value, ...attributes] = companyCookieIn(headers)?.split("; ") ?? [];
    expect(value).toBe(`footnote_company=${companyId}`);
    expect(attributes.filter((one) => !one.startsWith("Expires=")).toSorted()).toEqual([
      "HttpOnly",
      "Path=/",
      "SameSite=Strict",
    ]);
    const expires = attributes.find((one) => one.startsWith("Expires="))?.slice(8) ?? "";
    expect(Math.abs(Date.parse(expires) - Date.parse(body.expiresAt))).toBeLessThan(1_000);
    const alone = await call(app.url, null, getCurrentUser, {}, { headers: { cookie: value ?? "" } });
    expect(alone.status).toBe(401);
    const ended = await call(app.url, body.sessionToken, logout, {});
    expect(companyCookieIn(ended.headers)).toMatch(/^footnote_company=;/);
  });

  test("a super admin, who belongs to no company, gets no such cookie and loses that of the person before", async () => {
    const { headers } = await signIn((await buildSuperAdmin(app)).email);
    expect(companyCookieIn(headers)).toMatch(/^footnote_company=;/);
  });

  test("behind https the cookie is Secure", async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: "https://policies.example.com" } });
    try {
      const { admin } = await buildCompany(secure);
      const { headers } = await call(secure.url, null, login, {
        email: admin.email,
        password: testPassword,
      });
      expect(companyCookieIn(headers)).toContain("; Secure");
    } finally {
      await secure.close();
    }
  });

  test("a cookie or header of another company, of none, or of nonsense changes no answer", async () => {
    const own = await buildCompany(app);
    const other = await buildCompany(app);
    const ownTheme = (await buildTheme(own.admin)).theme.id;
    const otherTheme = (await buildTheme(other.admin)).theme.id;
    const { body } = await own.admin.call(createApiKey, {
      name: "Website",
      scopes: ["theme:list"],
      themeIds: [ownTheme],
    });
    const answers = async (extra: Record<string, string>) => {
      const headers = { headers: extra };
      const replies = [
        await own.agent.call(getCurrentUser, {}, headers),
        await own.admin.call(listDocuments, { id: ownTheme }, headers),
        await own.admin.call(listDocuments, { id: otherTheme }, headers),
        await call(app.url, body.secret, listProgramThemes, {}, headers),
      ];
      return replies.map(({ status, body: answer }) => ({ status, answer }));
    };
    const usual = await answers({});
    expect(usual.map(({ status }) => status)).toEqual([200, 200, 404, 200]);
    for (const named of [String(other.companyId), "0", "-1", "'; drop table companies", "9".repeat(2_000)]) {
      const same = await answers({ cookie: `footnote_company=${named}`, "footnote-company": named });
      expect(withoutRequestIds(same)).toEqual(withoutRequestIds(usual));
    }
  });

  test("a response to a key names its company, and one to a person doesn't", async () => {
    const { admin, companyId } = await buildCompany(app);
    const { theme } = await buildTheme(admin);
    const { body } = await admin.call(createApiKey, {
      name: "Website",
      scopes: ["theme:list"],
      themeIds: [theme.id],
    });
    const { headers } = await call(app.url, body.secret, listProgramThemes, {});
    expect(headers.get("footnote-company")).toBe(String(companyId));
    expect((await admin.call(listProgramThemes, {})).headers.get("footnote-company")).toBeNull();
  });
});

function withoutRequestIds(answers: object[]): unknown {
  return JSON.parse(JSON.stringify(answers).replaceAll(/"requestId":"[^"]+"/g, '"requestId":""'));
}

const proxies = ["nginx", "haproxy", "caddy", "ingress-nginx"] as const;
const companies = Array.from({ length: 200 }, (_, n) => String(n + 1));
const count = 4;

for (const name of proxies) {
  if (!isInstalled(name)) console.info(`${name} is not installed here: its file in deploy/ was not tried.`);
}

describe.each(proxies.filter(isInstalled))("through %s", (name) => {
  let servers: Server[];
  let ports: number[];
  let proxy: Proxy;

  const serve = (at: number, port = 0) =>
    new Promise<Server>((resolve) => {
      const server = createServer((_request, response) => response.end(String(at)));
      server.listen(port, "127.0.0.1", () => resolve(server));
    });
  const close = async (server: Server | undefined) => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  };

  beforeEach(async () => {
    servers = await Promise.all(Array.from({ length: count }, (_, at) => serve(at)));
    ports = servers.map((server) => (server.address() as { port: number }).port);
    proxy = await startProxy(
      name,
      ports.map((port) => `127.0.0.1:${port}`),
    );
  });
  afterEach(async () => {
    await proxy.stop();
    await Promise.all(servers.map(close));
  });

  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(proxy.url, { headers });
    expect(response.status).toBe(200);
    return Number(await response.text());
  };
  /** The server of each company. */
  const places = async (headersOf: (company: string) => Record<string, string>) => {
    const found = new Map<string, number>();
    for (const company of companies) found.set(company, await ask(headersOf(company)));
    return found;
  };
  const byCookie = (company: string) => ({ cookie: `theme=dark; footnote_company=${company}` });
  const byHeader = (company: string) => ({ "footnote-company": company });

  test("a company stays at one server, by its cookie and by its programs' header, and all servers have some", async () => {
    const before = await places(byCookie);
    expect(await places(byHeader)).toEqual(before);
    proxy.reload();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await places(byCookie)).toEqual(before);
    const shares = ports.map((_, at) => [...before.values()].filter((place) => place === at).length);
    console.info(`${name}: ${companies.length} companies at ${count} servers: ${shares.join(", ")}`);
    expect(Math.min(...shares)).toBeGreaterThan(companies.length / count / 3);
  });

  test("a server that is lost moves its own companies and no other, and gets them again", async () => {
    const before = await places(byHeader);
    await close(servers[1]);
    const without = await places(byHeader);
    const moved = companies.filter((company) => without.get(company) !== before.get(company));
    expect(moved).toEqual(companies.filter((company) => before.get(company) === 1));
    expect(moved.every((company) => without.get(company) !== 1)).toBe(true);
    servers[1] = await serve(1, ports[1]);
    await expect.poll(() => places(byHeader), { timeout: 30_000, interval: 1_000 }).toEqual(before);
  });

  test("calls that name no company are answered, too", async () => {
    const nameless: Record<string, string>[] = [
      {},
      { cookie: "theme=dark" },
      { authorization: "Bearer fnk_example" },
    ];
    for (const headers of nameless) expect(ports[await ask(headers)]).toBeDefined();
  });
});
