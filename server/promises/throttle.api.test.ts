import { afterAll, beforeAll, expect, test } from "vitest";
import { changePassword, forgotPassword, login, resetPassword } from "#contract/identity/sessions.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, testPassword } from "#testing/build.ts";
import { call, type Reply } from "#testing/call.ts";

/** P24: guessing does not pay off, and its victim still gets in. Real limits, not the raised ones of other tests. */
let app: TestApp;
beforeAll(async () => {
  // one reverse proxy in front, which appends the address it sees to the client's header
  app = await startTestApp({ env: { LIMIT_FACTOR: "1", TRUST_PROXY: "1" } });
});
afterAll(() => app.close());

const wrong = "not the password";

function signIn(email: string, password: string, address: string, cookie = "", at = app) {
  const headers = { "x-forwarded-for": address, ...(cookie === "" ? {} : { cookie }) };
  return call(at.url, null, login, { email, password }, { headers });
}

const deviceCookie = (reply: Reply<typeof login>) =>
  /footnote-device=([\w-]{43})/.exec(reply.headers.get("set-cookie") ?? "")?.[0] ?? "";

/** All guesses that an account allows from everywhere, each from a different address. */
async function attack(email: string): Promise<number> {
  const replies = await Promise.all(
    Array.from({ length: 80 }, (_, n) => signIn(email, wrong, `198.51.100.${n}`)),
  );
  return replies.filter((reply) => reply.status === 401).length;
}

test("a victim under attack from everywhere signs in from a device that signed in before (Dify CVE-2024-12039)", async () => {
  const { admin } = await buildCompany(app);
  const device = deviceCookie(await signIn(admin.email, testPassword, "203.0.113.1"));
  expect(await attack(admin.email)).toBe(50);
  const elsewhere = await signIn(admin.email, testPassword, "203.0.113.2");
  expect(elsewhere.status).toBe(429);
  expect(Number(elsewhere.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await signIn(admin.email, testPassword, "203.0.113.2", device)).status).toBe(200);
});

test("without a known device, a reset by email lets the victim in, in the browser that made it", async () => {
  const { admin } = await buildCompany(app);
  await attack(admin.email);
  expect((await signIn(admin.email, testPassword, "203.0.113.3")).status).toBe(429);
  await call(app.url, null, forgotPassword, { email: admin.email });
  const letter = () => app.mail.sent.findLast((message) => message.to === admin.email)?.text ?? "";
  await expect.poll(letter).toContain("token=");
  const token = /token=(\S+)/.exec(letter())?.[1] ?? "";
  const reset = await call(app.url, null, resetPassword, { token, newPassword: "nine tall chimneys" });
  const device = /footnote-device=[\w-]{43}/.exec(reset.headers.get("set-cookie") ?? "")?.[0] ?? "";
  expect((await signIn(admin.email, "nine tall chimneys", "203.0.113.3")).status).toBe(429);
  expect((await signIn(admin.email, "nine tall chimneys", "203.0.113.3", device)).status).toBe(200);
});

test("a known device allows no more guesses than any other, and helps with no other account", async () => {
  const { admin, agent } = await buildCompany(app);
  const device = deviceCookie(await signIn(admin.email, testPassword, "203.0.113.4"));
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => signIn(admin.email, wrong, `203.0.114.${n}`, device)),
  );
  expect(guesses.filter((reply) => reply.status === 401)).toHaveLength(10);
  await attack(agent.email);
  expect((await signIn(agent.email, testPassword, "203.0.113.4", device)).status).toBe(429);
  // a cookie that we did not issue identifies no device
  const forged = `footnote-device=${"x".repeat(43)}`;
  expect((await signIn(agent.email, testPassword, "203.0.113.4", forged)).status).toBe(429);
});

test("10,000 attempts with forged headers, in parallel, get exactly ten tries", async () => {
  const { admin } = await buildCompany(app);
  let tried = 0;
  let sent = 0;
  const worker = async () => {
    while (sent < 10_000) {
      sent += 1;
      // the client's own entries are to the left of the proxy's
      const headers = {
        "x-forwarded-for": `10.${sent % 256}.${(sent >> 8) % 256}.7, 203.0.113.9`,
        "x-real-ip": `10.1.1.${sent % 256}`,
        forwarded: `for=10.2.2.${sent % 256}`,
        "client-ip": `10.3.3.${sent % 256}`,
      };
      const reply = await call(app.url, null, login, { email: admin.email, password: wrong }, { headers });
      if (reply.status === 401) tried += 1;
      else expect(reply.status).toBe(429);
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  console.info(`10,000 attempts in parallel with forged addresses: ${tried} passwords looked at`);
  expect(tried).toBe(10);
});

test("without a proxy in front, no header sets an address", async () => {
  const bare = await startTestApp({ env: { LIMIT_FACTOR: "1" } });
  try {
    const { admin } = await buildCompany(bare);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(admin.email, wrong, `198.51.100.${n}`, "", bare)),
    );
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
  } finally {
    await bare.close();
  }
});

test("no more than 100 wrong passwords a day reach an account from unknown devices, and the next day resets it", async () => {
  const { admin } = await buildCompany(app);
  const email = admin.email;
  let tried = await attack(email);
  // the quarter-hour window passes (the database's own clock keeps its counters)
  await app.services.pools
    .of("app", "calls")
    .query("delete from throttles where key like 'failures-account:%' or key like 'failures-pair:%'");
  tried += await attack(email);
  await app.services.pools
    .of("app", "calls")
    .query("delete from throttles where key like 'failures-account:%' or key like 'failures-pair:%'");
  tried += await attack(email);
  expect(tried).toBe(100);
  await app.services.pools
    .of("app", "calls")
    .query("update throttles set expire = 0 where key like 'failures-account%'");
  expect((await signIn(email, testPassword, "203.0.113.5")).status).toBe(200);
});

test("an unknown address is throttled like a known one and gets the same response", async () => {
  const { admin } = await buildCompany(app);
  const answers = async (email: string) => {
    const seen: string[] = [];
    for (let n = 0; n < 13; n++) {
      const reply = await signIn(email, wrong, `192.0.2.${email === admin.email ? 1 : 2}`);
      seen.push(`${reply.status} ${reply.error.error}`);
    }
    return seen;
  };
  expect(await answers(admin.email)).toEqual(await answers(`nobody-${crypto.randomUUID()}@example.com`));
});

test("reset emails to one address stop after five an hour, and the last link works", async () => {
  const { admin } = await buildCompany(app);
  for (let n = 0; n < 12; n++) {
    const reply = await call(
      app.url,
      null,
      forgotPassword,
      { email: admin.email },
      { headers: { "x-forwarded-for": `192.0.3.${n}` } },
    );
    expect(reply.status).toBe(200);
  }
  const letters = () => app.mail.sent.filter((message) => message.to === admin.email);
  await expect.poll(() => letters().length).toBe(5);
  // emails are sent after the response: a sixth would be on its way
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(letters()).toHaveLength(5);
  const tokens = letters().map((letter) => /token=(\S+)/.exec(letter.text)?.[1] ?? "");
  const replies = await Promise.all(
    tokens.map((token) => call(app.url, null, resetPassword, { token, newPassword: "nine tall chimneys" })),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
});

test("a stolen session gets ten password guesses, and its owner's other session continues", async () => {
  const { admin } = await buildCompany(app);
  const other = await signIn(admin.email, testPassword, "203.0.113.6");
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () =>
      admin.call(changePassword, { currentPassword: wrong, newPassword: "nine tall chimneys" }),
    ),
  );
  expect(guesses.filter((reply) => reply.status === 400)).toHaveLength(10);
  const changed = await call(app.url, other.body.sessionToken, changePassword, {
    currentPassword: testPassword,
    newPassword: "nine tall chimneys",
  });
  expect(changed.status).toBe(200);
});
