import { SignJWT } from "jose";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { endSignOn, getSignOn, removeSignOn, setSignOn } from "#contract/identity/sign-on.ts";
import { deactivateUser, updateUser } from "#contract/identity/users.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { openDoor } from "#testing/access-tokens.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { startForgingProvider, testClient, type ForgingProvider } from "#testing/forging-provider.ts";

let app: TestApp;
let provider: ForgingProvider;
let own: Awaited<ReturnType<typeof buildSide>>;
beforeAll(async () => {
  app = await startTestApp();
  provider = await startForgingProvider();
  own = await buildSide();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

async function buildSide(more = {}) {
  const company = await buildCompany(app);
  const door = await openDoor(app, provider, company, more);
  await door.link(company.agent, "ada");
  return { ...company, ...door };
}

const listTools = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

async function send(url: string, token: string | null, more: { headers?: object; method?: string } = {}) {
  const reply = await fetch(url, {
    method: more.method ?? "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...more.headers,
    },
    ...(more.method === "GET" ? {} : { body: listTools }),
  });
  return {
    status: reply.status,
    challenge: reply.headers.get("www-authenticate"),
    text: await reply.text(),
    headers: reply.headers,
  };
}

const metadataOf = (url: string) =>
  fetch(url.replace(/\/mcp\/(\d+)$/, "/.well-known/oauth-protected-resource/mcp/$1"));
const withoutId = (text: string) => text.replaceAll(/"requestId":"[^"]+"/g, "");

describe("a company's door", () => {
  test("says which authorization server issues the tokens, for which resource", async () => {
    const reply = await metadataOf(own.url);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      resource: own.resource,
      authorization_servers: [provider.issuer],
      scopes_supported: ["theme:list", "theme:ask", "source:read"],
      bearer_methods_supported: ["header"],
      resource_name: "Footnote",
    });
    const { status, challenge } = await send(own.url, null);
    expect(status).toBe(401);
    const metadata = own.resource.replace("/mcp/", "/.well-known/oauth-protected-resource/mcp/");
    expect(challenge).toBe(
      `Bearer scope="theme:list theme:ask source:read", resource_metadata="${metadata}"`,
    );
  });

  test("that is closed looks like one of a company that doesn't exist, with and without a token", async () => {
    const closed = await buildSide();
    await closed.admin.call(setSignOn, { acceptsTokens: false });
    const inactive = await buildSide();
    await inactive.admin.call(setSignOn, { isActive: false });
    const removed = await buildSide();
    await removed.admin.call(removeSignOn, {});
    const at = (id: string) => own.url.replace(/\d+$/, id);
    const absent = at("2000000000");
    const refused = await send(absent, null);
    expect([refused.status, refused.challenge]).toEqual([401, "Bearer"]);
    const without = await metadataOf(absent);
    expect(without.status).toBe(404);
    const sentence = withoutId(await without.text());
    for (const { url, token } of [closed, inactive, removed, { url: at("99999999999"), token: own.token }]) {
      for (const given of [null, await token("ada")]) {
        const reply = await send(url, given);
        expect([reply.status, reply.challenge, withoutId(reply.text)]).toEqual([
          401,
          "Bearer",
          withoutId(refused.text),
        ]);
      }
      const metadata = await metadataOf(url);
      expect([metadata.status, withoutId(await metadata.text())]).toEqual([404, sentence]);
    }
  });

  test("is shut until an administrator opens it, asks for the password again, and the change is on record", async () => {
    const { admin } = await buildSide({ acceptsTokens: undefined });
    const { body } = await admin.call(getSignOn, {});
    expect(body.provider).toMatchObject({ acceptsTokens: false, tokenAudience: "", requiresScopes: true });
    await admin.call(setSignOn, { acceptsTokens: true, tokenAudience: "api://footnote" });
    const { body: record } = await admin.call(listRecord, { action: "sign-on.set" });
    expect(record.rows[0]).toMatchObject({
      before: { acceptsTokens: false, tokenAudience: "" },
      after: { acceptsTokens: true, tokenAudience: "api://footnote" },
    });
    expect(setSignOn.stepUp).toBe(true);
    const refused = await admin.call(setSignOn, { tokenAudience: testClient.id });
    expect(refused.status).toBe(400);
    const spaced = await admin.call(setSignOn, { tokenAudience: "a b" });
    expect(spaced.status).toBe(400);
  });

  test("takes no session, key, cookie or token in the query, and no page of another site", async () => {
    const { body: key } = await own.admin.call(createApiKey, {
      name: "Assistant",
      scopes: ["theme:list"],
      themeIds: [],
    });
    const token = await own.token("ada");
    for (const method of ["GET", "POST", "DELETE"]) {
      for (const secret of [null, own.admin.token, key.secret])
        expect((await send(own.url, secret, { method })).status, method).toBe(401);
      const cookie = `footnote-session=${own.admin.token}; __Host-footnote-session=${own.admin.token}`;
      expect((await send(own.url, null, { method, headers: { cookie } })).status).toBe(401);
      expect((await send(`${own.url}?access_token=${token}`, null, { method })).status).toBe(401);
    }
    const origin = { origin: "https://elsewhere.example" };
    expect((await send(own.url, token, { headers: origin })).status).toBe(403);
    expect((await send(own.url, token, { method: "GET" })).status).toBe(405);
    expect((await send(`${app.url}/mcp`, token)).status).toBe(401);
    const { headers, status } = await send(own.url, token);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("ratelimit-policy")).toMatch(/^"program";q=/);
  });
});

describe("a token", () => {
  test("opens with each signature by the provider's own keys, for this resource, now", async () => {
    for (const typ of ["at+jwt", "application/at+jwt", "JWT"])
      expect((await send(own.url, await own.token("ada", {}, { typ }))).status, typ).toBe(200);
    const several = { aud: [own.resource, "https://api.example/userinfo"] };
    expect((await send(own.url, await own.token("ada", several))).status).toBe(200);
    const skewed = { exp: provider.seconds(-10), nbf: provider.seconds(10) };
    expect((await send(own.url, await own.token("ada", skewed))).status).toBe(200);
  });

  test("that is forged, expired, early, of another kind, issuer or audience is refused alike", async () => {
    const claims = (more = {}) => ({
      iss: provider.issuer,
      sub: "ada",
      aud: own.resource,
      client_id: "assistant",
      scope: "theme:ask",
      iat: provider.seconds(0),
      exp: provider.seconds(300),
      ...more,
    });
    const good = await own.token("ada");
    const [head = "", , signature = ""] = good.split(".");
    const swapped = Buffer.from(JSON.stringify(claims({ sub: "eve" }))).toString("base64url");
    const secret = new TextEncoder().encode("a secret that everybody could know");
    const foreign = await buildSide();
    const refused: Record<string, string> = {
      "another key": await provider.signedByOther(claims()),
      unsigned: provider.unsigned(claims()),
      "a shared secret": await new SignJWT(claims())
        .setProtectedHeader({ alg: "HS256", kid: "1", typ: "at+jwt" })
        .sign(secret),
      "swapped claims": `${head}.${swapped}.${signature}`,
      expired: await own.token("ada", { exp: provider.seconds(-60) }),
      "without an end": await own.token("ada", { exp: undefined }),
      "not yet": await own.token("ada", { nbf: provider.seconds(60) }),
      "issued later": await own.token("ada", { iat: provider.seconds(60) }),
      "without a time of issue": await own.token("ada", { iat: undefined }),
      "another issuer": await own.token("ada", { iss: "https://elsewhere.example" }),
      "another company's audience": await foreign.token("ada"),
      "a longer audience": await own.token("ada", { aud: `${own.resource}/` }),
      "an ID token": await provider.signed(provider.claims({ sub: "ada" }), undefined, { typ: "JWT" }),
      "an ID token for both": await own.token("ada", { aud: [own.resource, testClient.id] }, { typ: "JWT" }),
      "a token with a nonce": await own.token("ada", { nonce: "n" }, { typ: "JWT" }),
      "a logout token": await own.token("ada", { events: {} }, { typ: "logout+jwt" }),
      "without a type": await own.token("ada", {}, { typ: undefined }),
      "without a subject": await provider.accessToken({ aud: own.resource }),
      "no token": "fnk_nothing",
    };
    for (const [kind, token] of Object.entries(refused)) {
      const { status, challenge, text } = await send(own.url, token);
      expect(status, kind).toBe(401);
      expect(challenge, kind).toMatch(/^Bearer error="invalid_token", error_description="[^"]+", scope=".+"/);
      expect(challenge, kind).toContain("resource_metadata=");
      expect(text, kind).toContain("This access token is not accepted.");
    }
  });

  test("is for the audience that the administrator entered, and then for no other", async () => {
    const { url, token } = await buildSide({ tokenAudience: "api://footnote" });
    expect((await send(url, await token("ada"))).status).toBe(401);
    expect((await send(url, await token("ada", { aud: "api://footnote" }))).status).toBe(200);
    const metadata = (await (await metadataOf(url)).json()) as { resource: string };
    expect(metadata.resource).toBe(url.replace(app.url, app.services.config.publicUrl));
  });

  test("without our scopes is refused with those it needs, unless the company requires none", async () => {
    const bare = await send(own.url, await own.token("ada", { scope: "openid profile" }));
    expect(bare.status).toBe(403);
    expect(bare.challenge).toMatch(/error="insufficient_scope".*scope="theme:list theme:ask source:read"/);
    const list = await send(own.url, await own.token("ada", { scope: undefined, scp: ["source:read"] }));
    expect(list.text).toContain("open_source");
    expect(list.text).not.toContain("ask_policy");
    const lenient = await buildSide({ requiresScopes: false });
    expect((await send(lenient.url, null)).challenge).not.toContain("scope=");
    expect(await (await metadataOf(lenient.url)).json()).not.toHaveProperty("scopes_supported");
    const all = await send(lenient.url, await lenient.token("ada", { scope: "openid profile" }));
    expect(all.text).toContain("ask_policy");
    const some = await send(lenient.url, await lenient.token("ada", { scope: "openid theme:list" }));
    expect(some.text).toContain("list_themes");
    expect(some.text).not.toContain("ask_policy");
  });

  test("of a subject without an account opens nothing, whatever address it claims", async () => {
    const { email } = own.agent;
    const reply = await send(own.url, await own.token("stranger", { email, email_verified: true }));
    expect(reply.status).toBe(403);
    expect(reply.text).toContain("Sign in to Footnote in a browser once");
  });

  test("opens nothing before the person may act here: password, terms, second factor", async () => {
    const side = await buildSide();
    const { companyId, workspaceId } = side;
    const common = { companyId, workspaceIds: [workspaceId] };
    const fresh = await buildPerson(app, { role: "agent", mustChangePassword: true, ...common });
    await side.link(fresh, "fresh");
    const silent = await buildPerson(app, { role: "agent", acceptTerms: false, ...common });
    await side.link(silent, "silent");
    await side.link(side.admin, "boss");
    expect((await send(side.url, await side.token("boss"))).status).toBe(200);
    const asked = await side.admin.call(updateCompany, { id: companyId, requireSecondFactor: true });
    expect(asked.status).toBe(200);
    for (const [subject, code] of [
      ["fresh", "password_change_required"],
      ["silent", "terms_not_accepted"],
      ["boss", "second_factor_setup_required"],
    ] as const) {
      const reply = await send(side.url, await side.token(subject));
      expect([reply.status, JSON.parse(reply.text).code]).toEqual([403, code]);
      expect(reply.challenge).toBeNull();
    }
  });

  test("ends at once when the person is switched off here, and again opens once they are back", async () => {
    const side = await buildSide();
    const token = await side.token("ada");
    expect((await send(side.url, token)).status).toBe(200);
    await side.admin.call(deactivateUser, { id: side.agent.id });
    const off = await send(side.url, token);
    expect([off.status, off.text]).toEqual([403, expect.stringContaining("Your account is switched off.")]);
    await side.admin.call(updateUser, { id: side.agent.id, isActive: true });
    expect((await send(side.url, token)).status).toBe(200);
  });

  test("ends at once with a logout at the provider; a later one opens, and a replayed logout changes nothing", async () => {
    const side = await buildSide();
    const earlier = await side.token("ada", { iat: provider.seconds(-30) });
    expect((await send(side.url, earlier)).status).toBe(200);
    const logout = await provider.signed({
      iss: provider.issuer,
      aud: testClient.id,
      sub: "ada",
      jti: crypto.randomUUID(),
      iat: provider.seconds(-20),
      exp: provider.seconds(60),
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
    for (const time of ["once", "replayed"]) {
      expect((await call(app.url, null, endSignOn, { logout_token: logout })).status, time).toBe(200);
      const reply = await send(side.url, earlier);
      expect([reply.status, reply.challenge]).toEqual([401, expect.stringContaining("invalid_token")]);
      expect((await send(side.url, await side.token("ada"))).status).toBe(200);
    }
  });

  test("of a rotated key opens, and a flood of unknown keys asks the provider once", async () => {
    const rotating = await startForgingProvider();
    const company = await buildCompany(app);
    const door = await openDoor(app, rotating, company);
    await door.link(company.agent, "ada");
    const old = await door.token("ada");
    expect((await send(door.url, old)).status).toBe(200);
    await rotating.rotate();
    app.clock.advance(31_000);
    const before = rotating.calls();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => door.token("ada", {}, { kid: `made up ${n}` })),
    );
    const replies = await Promise.all(made.map((token) => send(door.url, token)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    // its discovery document and its keys
    expect(rotating.calls() - before).toBe(2);
    expect((await send(door.url, await door.token("ada"))).status).toBe(200);
    expect((await send(door.url, old)).status).toBe(401);
    expect(rotating.calls() - before).toBe(2);
    rotating.setDown(true);
    app.clock.advance(11 * 60_000);
    const late = { exp: rotating.seconds(3600) };
    const down = await Promise.all(["ada", "ada", "ada"].map((name) => door.token(name, late)));
    for (const token of down) expect((await send(door.url, token)).status).toBe(503);
    expect(rotating.calls() - before).toBe(3);
    await rotating.close();
  });

  test("never reaches the record or the log", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const logging = await startTestApp({ log });
    const company = await buildCompany(logging);
    const door = await openDoor(logging, provider, company);
    await door.link(company.agent, "ada");
    const tokens = [await door.token("ada"), await door.token("nobody")];
    const replies = await Promise.all(tokens.map((token) => send(door.url, token)));
    expect(replies.map(({ status }) => status)).toEqual([200, 403]);
    const { body } = await company.admin.call(listRecord, {});
    await logging.close();
    expect(body.rows.length).toBeGreaterThan(0);
    expect(lines.length).toBeGreaterThan(0);
    for (const token of tokens)
      for (const part of token.split(".").slice(1))
        expect(JSON.stringify(body) + lines.join("")).not.toContain(part);
  });
});
