import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { keyScopes } from "#contract/kernel/permissions.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildEmptyTheme } from "#testing/documents.ts";

let app: TestApp;
let secret: string;
let themeId: number;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  const { admin, theme } = await buildEmptyTheme(app, "Large");
  themeId = theme.id;
  secret = (await admin.call(createApiKey, { name: "Sync", scopes: [...keyScopes], themeIds: [themeId] }))
    .body.secret;
});
afterAll(() => app.close());

const twoGigabytes = 2 * 1024 ** 3;
const megabyte = Buffer.alloc(1024 * 1024, "x");
const boundary = "----footnote";
const start = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\n\r\n`,
);

type Sent = { status: number; sent: number; grown: number; text: string };

/** Sends up to two gigabytes as fast as the server takes them, and stops at its response. */
function sendMuch(method: "PUT" | "POST", path: string, headers: Record<string, string>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const before = process.memoryUsage.rss();
    let most = before;
    let isAnswered = false;
    const call = request(
      app.url + path,
      {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": `multipart/form-data; boundary=${boundary}`,
          ...headers,
        },
      },
      (response) => {
        isAnswered = true;
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => (text += piece));
        response.on("end", () => {
          call.destroy();
          resolve({ status: response.statusCode ?? 0, sent, grown: most - before, text });
        });
      },
    );
    call.on("error", (error) => (isAnswered ? undefined : reject(error)));
    const more = () => {
      while (!isAnswered && sent < twoGigabytes) {
        sent += megabyte.length;
        most = Math.max(most, process.memoryUsage.rss());
        if (!call.write(megabyte)) return void call.once("drain", more);
      }
      if (!isAnswered) call.end(`\r\n--${boundary}--\r\n`);
    };
    call.write(start);
    more();
  });
}

const putPath = () => `/api/v1/documents?themeId=${themeId}&externalId=big`;
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

test("two gigabytes are refused by their stated length before they arrive", async () => {
  for (const [method, path] of [
    ["PUT", putPath()],
    ["POST", `/api/v1/documents?themeId=${themeId}`],
  ] as const) {
    const { status, sent, grown, text } = await sendMuch(method, path, {
      "content-length": String(twoGigabytes + start.length + boundary.length + 8),
    });
    console.info(`${method}: ${megabytes(sent)} MB sent, memory grew by ${megabytes(grown)} MB`);
    expect([status, JSON.parse(text)]).toMatchObject([413, { code: "too_large" }]);
    expect(megabytes(sent)).toBeLessThan(64);
  }
});

test("two gigabytes of unstated length are refused after ten megabytes, and never held in memory", async () => {
  const { status, sent, grown, text } = await sendMuch("PUT", putPath(), { "transfer-encoding": "chunked" });
  console.info(`chunked PUT: ${megabytes(sent)} MB sent, memory grew by ${megabytes(grown)} MB`);
  expect([status, JSON.parse(text)]).toMatchObject([
    413,
    { detail: "Maximum file size is 10MB", refused: [{ name: "big.txt" }] },
  ]);
  expect(megabytes(sent)).toBeLessThan(128);
  expect(megabytes(grown)).toBeLessThan(128);
});

test("a post reads past a file that is too long, since others may follow it, without holding it", async () => {
  const { status, sent, grown } = await sendMuch("POST", `/api/v1/documents?themeId=${themeId}`, {
    "transfer-encoding": "chunked",
  });
  console.info(`chunked POST: ${megabytes(sent)} MB sent, memory grew by ${megabytes(grown)} MB`);
  expect(status).toBe(413);
  expect(megabytes(grown)).toBeLessThan(128);
});
