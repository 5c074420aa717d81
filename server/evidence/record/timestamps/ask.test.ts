import { afterAll, beforeAll, expect, test } from "vitest";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import { makeTimestampRoot, startTimestampAuthority } from "#testing/timestamp-authority.ts";
import { askForTimestamp } from "./ask.ts";

const bytes = Buffer.from("localhost/record/7\n5\nroot\n");
const guarded = createGuardedFetch(["127.0.0.1"]);
/** Short, so that the tests don't wait. */
const impatient = Object.assign(
  ((url, init) => guarded(url, { ...init, timeoutMs: 500 })) as typeof guarded,
  { close: () => guarded.close() },
);
let roots: string[];
let authority: Awaited<ReturnType<typeof startTimestampAuthority>>;

beforeAll(async () => {
  const root = await makeTimestampRoot();
  roots = [root.pem];
  authority = await startTimestampAuthority(await root.issue());
});
afterAll(async () => {
  await authority.close();
  await guarded.close();
});

const ask = (change: (url: URL) => void = () => undefined) => {
  const url = new URL(authority.url);
  change(url);
  const tools = { guardedFetch: impatient, now: () => new Date() };
  return askForTimestamp({ url, roots, everyMs: 0 }, bytes, tools);
};

test("an authority receives a hash and never the same nonce, and its whole response is returned", async () => {
  const first = await ask();
  const second = await ask();
  expect(first.authority).toBe("Test time stamps");
  expect(second.response.equals(first.response)).toBe(false);
  const [one, two] = authority.requests;
  expect(one?.includes(bytes)).toBe(false);
  expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false);
});

test("name and password of the address are sent as such", async () => {
  let authorization: string | undefined;
  authority.state.behavior = (request, response) => {
    ({ authorization } = response.req.headers);
    return authority.rightly(request, response);
  };
  await ask((url) => {
    url.username = "me@example.com";
    url.password = "a:b";
  });
  expect(authorization).toBe(`Basic ${Buffer.from("me@example.com:a:b").toString("base64")}`);
});

test("an authority's response of any other kind is refused with a message", async () => {
  const { state, reply } = authority;
  state.behavior = (_, response) => void reply(response, Buffer.from("<html>Welcome</html>"), "text/html");
  await expect(ask()).rejects.toThrow(/^127\.0\.0\.1:\d+ answered something other than a time stamp\.$/);
  state.behavior = (_, response) => void reply(response, Buffer.from("<html>Welcome</html>"));
  await expect(ask()).rejects.toThrow(/not a time stamp/);
  state.behavior = (_, response) => void reply(response, Buffer.alloc(3_000_000, 0x30));
  await expect(ask()).rejects.toThrow(/more bytes than any time stamp/);
  state.behavior = (_, response) => void response.writeHead(503).end();
  await expect(ask()).rejects.toThrow(/answered 503/);
  state.behavior = (_, response) => void response.writeHead(302, { location: authority.url }).end();
  await expect(ask()).rejects.toThrow(/answered 302/);
  state.behavior = (_, response) => response.writeHead(200).flushHeaders();
  await expect(ask()).rejects.toThrow(/other than a time stamp/);
  state.behavior = (_, response) =>
    response.writeHead(200, { "content-type": "application/timestamp-reply" }).flushHeaders();
  await expect(ask()).rejects.toThrow(/did not answer within/);
  state.behavior = () => undefined;
  await expect(ask()).rejects.toThrow(/did not answer within/);
  await expect(ask((url) => (url.port = "1"))).rejects.toThrow(/refused the connection|could not be reached/);
});
