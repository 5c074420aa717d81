import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statusOf, type ErrorCode } from "#contract/kernel/errors.ts";
import { login } from "#contract/identity/sessions.ts";
import { uploadProgramDocuments } from "#contract/answering/program-documents.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { programs } from "#testing/described-calls.ts";
import { buildProgramsSide } from "#testing/fixtures/program-refusals.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ worker: false })));
afterAll(() => app.close());

/** What comes back for bytes, until the connection ends. */
function answerTo(bytes: string, url = app.url): Promise<{ status: number; type: string; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (piece) => (text += String(piece)));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = text.split(/\r\n\r\n(.*)/s);
      const type = /^content-type: (\S+?);/im.exec(head)?.[1] ?? "";
      resolve({ status: Number(head.split(" ")[1]), type, body });
    });
  });
}

const host = "Host: a\r\n";
const ends = "Connection: close\r\n";
/** Requests that never reach a route: what Node's parser, Node's server and Fastify's router refuse by themselves. */
const unrouted = {
  "a method that HTTP doesn't have": (path) => `FLY ${path} HTTP/1.1\r\n${host}\r\n`,
  "a version that HTTP doesn't have": (path) => `GET ${path} HTTP/7.5\r\n${host}\r\n`,
  "a header without a colon": (path) => `GET ${path} HTTP/1.1\r\n${host}broken\r\n\r\n`,
  "two lengths": (path) => `POST ${path} HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  "a length and chunks": (path) =>
    `POST ${path} HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  "headers beyond their limit": (path) =>
    `GET ${path} HTTP/1.1\r\n${host}X-Long: ${"x".repeat(20_000)}\r\n\r\n`,
  "no host": (path) => `GET ${path} HTTP/1.1\r\n${ends}\r\n`,
  "an address with a broken code": (path) => `GET ${path}/%zz HTTP/1.1\r\n${host}${ends}\r\n`,
  "a part of the address that is too long": (path) =>
    `GET ${path}/${"1".repeat(400)} HTTP/1.1\r\n${host}${ends}\r\n`,
  "an expectation that nobody knows": (path) =>
    `GET ${path} HTTP/1.1\r\n${host}${ends}Expect: miracles\r\n\r\n`,
  "a method that no call takes": (path) => `PROPFIND ${path} HTTP/1.1\r\n${host}${ends}\r\n`,
} satisfies Record<string, (path: string) => string>;

const problem = programs.described.components.schemas["Problem"] ?? { not: {} };
const completion = programs.described.components.schemas["CompletionError"] ?? { not: {} };

test.each(Object.entries(unrouted))(
  "a refusal of %s has the form of the call's description",
  async (_, bytes) => {
    const refused = await answerTo(bytes("/api/v1/documents"));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.type).toBe("application/problem+json");
    const said = JSON.parse(refused.body) as { code: ErrorCode; status: number };
    expect(programs.misfitOf(problem, said)).toBeNull();
    expect([said.status, statusOf[said.code]]).toEqual([refused.status, refused.status]);

    const chat = await answerTo(bytes("/v1/models"));
    expect(chat.type).toBe("application/json");
    expect(programs.misfitOf(completion, JSON.parse(chat.body))).toBeNull();

    const own = await answerTo(bytes("/api/themes"));
    expect(JSON.parse(own.body)).toMatchObject({
      error: expect.any(String) as string,
      code: expect.any(String) as string,
      requestId: expect.any(String) as string,
    });
  },
);

test("headers beyond their limit and requests that arrive too slowly are refused with statuses of their own", async () => {
  const long = await answerTo(unrouted["headers beyond their limit"]("/api/v1/documents"));
  expect([long.status, JSON.parse(long.body)]).toEqual([
    431,
    expect.objectContaining({ code: "headers_too_large" }),
  ]);
  const other = await startTestApp();
  try {
    const half = `${host}Content-Type: application/json\r\n`;
    const { secret, theme } = await buildProgramsSide(other);
    const file = (name: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}.txt"\r\n\r\n${text}`;
    const form = `${host}Authorization: Bearer ${secret}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
    other.expectRequestsWithin(500);
    const [headers, body, files] = await Promise.all([
      answerTo(`POST /api/v1/passages HTTP/1.1\r\n${half}`, other.url),
      answerTo(`POST ${login.path} HTTP/1.1\r\n${half}Content-Length: 9\r\n\r\n{`, other.url),
      answerTo(
        `POST ${uploadProgramDocuments.path}?themeId=${theme.id} HTTP/1.1\r\n${form}Content-Length: 900\r\n\r\n${file("whole", "Badges are free.")}\r\n${file("half", "Ba")}`,
        other.url,
      ),
    ]);
    expect([headers.status, headers.type]).toEqual([408, "application/problem+json"]);
    expect(programs.misfitOf(problem, JSON.parse(headers.body))).toBeNull();
    expect([body.status, body.type]).toEqual([408, "application/json"]);
    expect(JSON.parse(body.body)).toMatchObject({
      error: "The request took too long to arrive. Nothing was changed.",
      code: "timed_out",
    });
    expect([files.status, JSON.parse(files.body)]).toEqual([
      408,
      expect.objectContaining({
        detail: "The request took too long to arrive. Files that had arrived whole may be stored.",
      }),
    ]);
  } finally {
    await other.close();
  }
}, 30_000);

test("a call that reaches a stopping server on an open connection is refused in the form of its description", async () => {
  const other = await startTestApp({ worker: false });
  const { hostname, port } = new URL(other.url);
  const text = await new Promise<string>((resolve, reject) => {
    let received = "";
    const slow = `POST /api/v1/passages HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
    const socket = connect(Number(port), hostname, () => socket.write(slow.slice(0, -4)));
    socket.on("error", reject);
    socket.on("data", (piece) => (received += String(piece)));
    socket.on("close", () => resolve(received));
    setTimeout(() => {
      void other.close();
      setTimeout(() => socket.write(`${slow.slice(-4)}{}`), 150);
    }, 100);
  });
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
  expect(text).toMatch(/^content-type: application\/problem\+json/im);
  expect(text).toMatch(/^retry-after: \d+/im);
  const said = JSON.parse(text.split("\r\n\r\n")[1] ?? "") as object;
  expect(programs.misfitOf(problem, said)).toBeNull();
  expect(said).toMatchObject({ status: 503, code: "unavailable" });
});
