/**
 * Works with the client that `@hey-api/openapi-ts` generates: uploads, asks, reads a stream, replaces, deletes, and meets each refusal.
 * Usage: client.mjs BUNDLE-OF-THE-CLIENT URL KEY NARROW-KEY THEME
 */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const [bundle, baseUrl, key, narrowKey, theme] = process.argv.slice(2);
const { client, ...sdk } = await import(pathToFileURL(bundle).href);
const themeId = Number(theme);
const use = (auth) => client.setConfig({ baseUrl, auth, headers: {} });
const fileOf = (name, text) => new File([text], name, { type: "text/plain" });
const text = (days) =>
  `Returns\n\n1. Time limits\nA customer may return a product within ${days} days of delivery.\n`;

const met = [];
async function refused(status, call) {
  const { error, response } = await call();
  assert.equal(response.status, status, JSON.stringify(error));
  assert.ok(error.detail.length > 0 && error.code.length > 0 && error.status === status);
  met.push(status);
}
async function done(call) {
  const { data, error } = await call();
  assert.equal(error, undefined, JSON.stringify(error));
  return data;
}
async function untilReady() {
  for (;;) {
    const { documents } = await done(() => sdk.listDocuments({ query: { themeId } }));
    if (documents.every(({ status }) => status !== "processing")) return documents;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

use(key);
const upload = (name, content) =>
  sdk.uploadDocuments({ query: { themeId }, body: { files: [fileOf(name, content)] } });
const put = (content, headers = {}) =>
  sdk.putDocument({
    query: { themeId, externalId: "wiki/returns" },
    headers,
    body: { file: fileOf("Returns.txt", content) },
  });
await done(() => upload("Warranty.txt", "Warranty\n\nThe warranty lasts two years from delivery.\n"));
assert.equal((await done(() => put(text(30)))).outcome, "created");
assert.equal((await done(() => put(text(30)))).outcome, "unchanged");
await untilReady();
const question = { themeId, question: "How many days does a customer have to return a product?" };
const answer = await done(() => sdk.createAnswer({ body: question }));
assert.match(answer.text, /30 days/);
assert.equal(answer.citations[0].document.name, "Returns.txt");
assert.equal((await done(() => put(text(45)))).outcome, "replaced");
await untilReady();
assert.match((await done(() => sdk.createAnswer({ body: question }))).text, /45 days/);
assert.deepEqual(
  await done(() => sdk.getAnswer({ path: { id: answer.id } })).then(({ id }) => id),
  answer.id,
);
const streamed = { body: question, headers: { Accept: "text/event-stream" }, parseAs: "text" };
const types = (await done(() => sdk.createAnswer(streamed)))
  .split("\n")
  .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6)).type] : []));
assert.deepEqual([types[0], types.at(-1)], ["started", "done"]);
const listed = await sdk.listDocuments({ query: { themeId } });
assert.match(listed.response.headers.get("ratelimit"), /;r=\d+;t=\d+$/);

await refused(400, () => sdk.createAnswer({ body: { themeId } }));
await refused(404, () => sdk.createAnswer({ body: { ...question, themeId: 999_999 } }));
await refused(412, () => put(text(60), { "If-Match": '"another"' }));
const named = { themeId, externalId: "wiki/returns" };
const elsewhere = { "If-Match": '"another"' };
await refused(412, () => sdk.deleteNamedDocument({ query: named, headers: elsewhere }));
await refused(415, () => upload("Returns.exe", "MZ"));
await refused(413, () => upload("Large.txt", "x".repeat(11 * 1024 * 1024)));
const headers = { "Idempotency-Key": "once" };
await done(() => sdk.createAnswer({ body: question, headers }));
await refused(409, () => sdk.createAnswer({ body: { ...question, question: "Who pays?" }, headers }));
use(narrowKey);
await refused(403, () => sdk.createAnswer({ body: question }));
use("fnk_unknown");
await refused(401, () => sdk.createAnswer({ body: question }));
use(key);
await done(() => sdk.deleteNamedDocument({ query: named }));
await refused(404, () => sdk.deleteNamedDocument({ query: named }));
for (;;) {
  const calls = await Promise.all(
    Array.from({ length: 50 }, () => sdk.findPassages({ body: { themeId, question: "warranty" } })),
  );
  const limited = calls.find(({ response }) => response.status === 429);
  if (limited === undefined) continue;
  assert.ok(
    limited.error.code === "limit_exceeded" && Number(limited.response.headers.get("retry-after")) > 0,
  );
  met.push(429);
  break;
}
process.stdout.write(`${JSON.stringify({ refusals: [...new Set(met)].toSorted((a, b) => a - b) })}\n`);
