import { execFile } from "node:child_process";
import { request } from "node:http";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { keyScopes } from "#contract/kernel/permissions.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { collectGarbage } from "#testing/collect-garbage.ts";
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
const fieldOf = (method: "PUT" | "POST") => (method === "PUT" ? "file" : "files");
const startOf = (method: "PUT" | "POST") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${fieldOf(method)}"; filename="big.txt"\r\n\r\n`;

const examineEvery = 64 * megabyte.length;

/** Resident memory without the buffers that have passed: how many of them wait for a collection is chance. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage.rss();
}

type Sent = { status: number; sent: number; grown: number; text: string };

/** Sends up to two gigabytes as fast as the server takes them, and stops at its response. */
function sendMuch(method: "PUT" | "POST", path: string, headers: Record<string, string>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const before = heldBytes();
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
          const grown = Math.max(most, heldBytes()) - before;
          resolve({ status: response.statusCode ?? 0, sent, grown, text });
        });
      },
    );
    call.on("error", (error) => (isAnswered ? undefined : reject(error)));
    const more = () => {
      while (!isAnswered && sent < twoGigabytes) {
        sent += megabyte.length;
        if (sent % examineEvery === 0) most = Math.max(most, heldBytes());
        if (!call.write(megabyte)) return void call.once("drain", more);
      }
      if (!isAnswered) call.end(`\r\n--${boundary}--\r\n`);
    };
    call.write(startOf(method));
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
      "content-length": String(twoGigabytes + startOf(method).length + boundary.length + 8),
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

/** A program of its own: in the server's process a client reads as soon as the server writes. */
const fetching = `
  const [url, method, secret, megabytes, isStream, field, start] = process.argv.slice(1);
  const piece = Buffer.alloc(1024 * 1024, "x");
  let left = Number(megabytes);
  const streamed = () => {
    let isStarted = false;
    return new ReadableStream({
      pull(controller) {
        if (!isStarted) controller.enqueue(Buffer.from(start));
        isStarted = true;
        if (left-- > 0) return controller.enqueue(piece);
        controller.enqueue(Buffer.from(${JSON.stringify(`\r\n--${boundary}--\r\n`)}));
        controller.close();
      },
    });
  };
  const form = () => {
    const all = new FormData();
    all.append(field, new Blob(Array.from({ length: left }, () => piece)), "big.txt");
    return all;
  };
  const more = isStream === "true"
    ? { body: streamed(), duplex: "half", type: { "content-type": "multipart/form-data; boundary=${boundary}" } }
    : { body: form(), type: {} };
  const response = await fetch(url, { method, ...more, headers: { ...more.type, authorization: "Bearer " + secret } });
  console.log(JSON.stringify({ status: response.status, ...(await response.json()) }));
`;

for (const method of ["POST", "PUT"] as const)
  test.each([
    ["11 MB", 11, false],
    ["60 MB", 60, false],
    ["300 MB", 300, false],
    ["2 GB as a stream", 2048, true],
  ])(`Node's fetch gets the refusal of a ${method} with %s`, async (_, length, isStream) => {
    const path = method === "PUT" ? putPath() : `/api/v1/documents?themeId=${themeId}`;
    const args = ["--input-type=module", "-e", fetching, "--"];
    const form = [fieldOf(method), startOf(method)];
    const more = [app.url + path, method, secret, String(length), String(isStream), ...form];
    // whether a connection is reset before the answer is read is chance
    for (let time = 0; time < (isStream ? 1 : 3); time++) {
      const { stdout } = await promisify(execFile)(process.execPath, [...args, ...more]);
      expect(JSON.parse(stdout)).toMatchObject({ status: 413, code: "too_large" });
    }
  });
