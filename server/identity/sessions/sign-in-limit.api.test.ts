import { afterAll, beforeAll, expect, test } from "vitest";
import { forgotPassword, login, resetPassword } from "#contract/identity/sessions.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";

/** People of one bank behind one address. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: {
      LIMIT_FACTOR: "1",
      LIMIT_SIGN_IN: "6/600",
      LIMIT_RESET: "3/600",
      LIMIT_FAILURES_ACCOUNT: "1000/600",
      LIMIT_FAILURES_ADDRESS: "4/600",
      TRUST_PROXY: "1",
      TRUSTED_RANGES: "203.0.113.0/28, 2001:db8::/32",
    },
    worker: false,
  });
});
afterAll(() => app.close());

const signIn = (email: string, password: string, address: string, cookie = "") =>
  call(
    app.url,
    null,
    login,
    { email, password },
    { headers: { "x-forwarded-for": address, ...(cookie === "" ? {} : { cookie }) } },
  );
const statuses = async (calls: number, make: (at: number) => Promise<{ status: number }>) => {
  const found: number[] = [];
  for (let at = 0; at < calls; at++) found.push((await make(at)).status);
  return found;
};

test("correct sign-ins cost nothing, however many come from one address", async () => {
  const { admin } = await buildCompany(app);
  const found = await statuses(20, () => signIn(admin.email, testPassword, "198.51.100.1"));
  expect(new Set(found)).toEqual(new Set([200]));
});

test("wrong ones close the address to strangers, and not to browsers in which people signed in", async () => {
  const { admin } = await buildCompany(app);
  const known = await signIn(admin.email, testPassword, "198.51.100.2");
  const cookie = /footnote-device=[\w-]{43}/.exec(known.headers.get("set-cookie") ?? "")?.[0] ?? "";
  await statuses(10, (at) => signIn(`nobody-${at}@example.com`, "wrong", "198.51.100.2"));
  expect((await signIn(admin.email, testPassword, "198.51.100.2")).status).toBe(429);
  expect((await signIn(admin.email, testPassword, "198.51.100.2", cookie)).status).toBe(200);
});

test.each(["203.0.113.9", "2001:db8::7"])(
  "from a trusted range, %s, one person's wrong attempts close their account there and nobody else's",
  async (address) => {
    const [{ admin: one }, { admin: other }] = [await buildCompany(app), await buildCompany(app)];
    const found = await statuses(8, () => signIn(one.email, "wrong", address));
    expect(found).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect((await signIn(other.email, testPassword, address)).status).toBe(200);
  },
);

test("typing errors in requests for a new password cost nothing; requests and wrong links count", async () => {
  const { admin } = await buildCompany(app);
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  const ask = (email: string, address: string) =>
    call(app.url, null, forgotPassword, { email }, from(address));
  const reset = (token: string, newPassword: string) =>
    call(app.url, null, resetPassword, { token, newPassword }, from("198.51.100.8"));
  expect(await statuses(9, () => ask("ada", "198.51.100.7"))).toEqual(Array.from({ length: 9 }, () => 400));
  // known or not, each sends a letter or might
  const asked = await statuses(5, (at) => ask(at === 0 ? admin.email : `x${at}@example.com`, "198.51.100.7"));
  expect(asked).toEqual([200, 200, 200, 429, 429]);
  const link = "a".repeat(43);
  expect(await statuses(9, () => reset(link, "short"))).toEqual(Array.from({ length: 9 }, () => 400));
  expect((await statuses(5, () => reset(link, "seven green bottles"))).slice(3)).toEqual([429, 429]);
});

test("limits on guessing don't move with the factor, others do, and each has its setting", async () => {
  const raised = await startTestApp({ env: { LIMIT_FACTOR: "10", LIMIT_RATING: "7/60" }, worker: false });
  const pointsOf = async (rule: Parameters<typeof raised.services.limits.consume>[0]) => {
    const { points, windowSeconds } = await raised.services.limits.consume(rule, "someone");
    return [points, windowSeconds];
  };
  expect(await pointsOf("ask")).toEqual([6_000, 60]);
  expect(await pointsOf("failures-code")).toEqual([10, 86_400]);
  expect(await pointsOf("rating")).toEqual([7, 60]);
  await raised.close();
});
