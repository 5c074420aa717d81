import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints } from "#contract/api.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { formIn } from "#testing/call.ts";
import { buildSite, type Site } from "#testing/fixtures/rows.ts";
import { named } from "#testing/fixtures/paths.ts";
import { goodInput, personFor } from "#testing/good-input.ts";

/** Every call that takes files. */
const uploading = allEndpoints.flatMap(({ spec }) =>
  spec.uploads === undefined ? [] : [{ spec, uploads: spec.uploads }],
);
const ofOne = uploading.filter(({ uploads }) => uploads.most === 1);
const ofSeveral = uploading.filter(({ uploads }) => uploads.most > 1);

let app: TestApp;
let place: Site;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  place = await buildSite(app);
});
afterAll(() => app.close());

async function storedFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const some of app.services.files.list(new Date(Date.now() + 60_000))) keys.push(...some);
  return keys.toSorted();
}

type Called = (typeof uploading)[number];

/** A caller of the call, who may make it, and its input in the address. */
async function callerOf({ spec }: Called) {
  const person = await personFor(app, spec, place);
  const { input, form } = await goodInput(app, spec, place, person);
  let path: string = spec.path;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (path.includes(`:${name}`)) path = path.replace(`:${name}`, String(value));
    else if (name in (spec.query?.shape ?? {})) query.set(name, String(value));
  return {
    good: form.form ?? new FormData(),
    at: `${app.url}${path}?${query}`,
    method: spec.method,
    authorization: `Bearer ${person.token}`,
  };
}

async function sentTo({ at, method, authorization }: Awaited<ReturnType<typeof callerOf>>, form: FormData) {
  const response = await fetch(at, { method, headers: { authorization }, body: form });
  return { status: response.status, text: await response.text() };
}

const twin = () => ({ name: "Twin.txt", bytes: `Twin ${crypto.randomUUID()}` });

test("a form with a file or a text in any other field is refused with that field's name, and nothing is stored", async () => {
  expect(uploading.length).toBeGreaterThan(4);
  for (const one of uploading) {
    const caller = await callerOf(one);
    const before = await storedFiles();
    const other = one.uploads.field === "file" ? "files" : "file";
    const wrong = [formIn(other, twin()), formIn("datei", twin()), new FormData()];
    wrong[2]?.append("externalId", "a.txt");
    for (const [name, value] of caller.good) wrong[2]?.append(name, value);
    for (const [at, field] of [other, "datei", "externalId"].entries()) {
      const { status, text } = await sentTo(caller, wrong[at] ?? new FormData());
      expect([status, text], `${named(one.spec)} ${field}`).toEqual([
        400,
        expect.stringContaining(`in the field “${field}”. This call takes`),
      ]);
      expect(text).toContain(`in the field “${one.uploads.field}” and nothing else. It was not stored.`);
    }
    expect(await storedFiles(), named(one.spec)).toEqual(before);
  }
});

test("a call for one file stores none if anything follows it", async () => {
  for (const one of ofOne) {
    const caller = await callerOf(one);
    const before = await storedFiles();
    const second = new FormData();
    const third = new FormData();
    for (const [name, value] of caller.good) for (const form of [second, third]) form.append(name, value);
    second.append("other", new Blob(["text"]), "Other.txt");
    third.append(one.uploads.field, new Blob(["text"]), "Other.txt");
    for (const form of [second, third])
      expect((await sentTo(caller, form)).status, named(one.spec)).toBe(400);
    expect(await storedFiles(), named(one.spec)).toEqual(before);
  }
});

test("a call for several files tells which it took before a part in another field", async () => {
  for (const one of ofSeveral) {
    const caller = await callerOf(one);
    const before = await storedFiles();
    const form = formIn(one.uploads.field, twin());
    form.append("datei", new Blob(["text"]), "Other.txt");
    const { status, text } = await sentTo(caller, form);
    expect([status, text], named(one.spec)).toEqual([
      one.spec.status ?? 200,
      expect.stringContaining("in the field “datei”. This call takes files"),
    ]);
    expect(await storedFiles()).toHaveLength(before.length + 1);
  }
});

const megabyte = Buffer.alloc(1024 * 1024, "x");
const twoGigabytes = 2 * 1024 ** 3;

/** Sends a file that never seems to end; `stated` says its length first. */
function sendMuch(
  { at, method, authorization }: Awaited<ReturnType<typeof callerOf>>,
  { field, name }: { field: string; name: string },
  stated: boolean,
): Promise<{ status: number; sent: number }> {
  const boundary = "----footnote";
  const length = stated ? { "content-length": twoGigabytes } : { "transfer-encoding": "chunked" };
  const type = `multipart/form-data; boundary=${boundary}`;
  return new Promise((resolve, reject) => {
    let sent = 0;
    let isAnswered = false;
    const headers = { authorization, "content-type": type, ...length };
    const call = request(at, { method, headers }, (response) => {
      isAnswered = true;
      response.resume();
      response.on("end", () => {
        call.destroy();
        resolve({ status: response.statusCode ?? 0, sent });
      });
    });
    call.on("error", (error) => (isAnswered ? undefined : reject(error)));
    const disposition = `Content-Disposition: form-data; name="${field}"; filename="${name}"`;
    const more = () => {
      while (!isAnswered && sent < twoGigabytes) {
        sent += megabyte.length;
        if (!call.write(megabyte)) return void call.once("drain", more);
      }
    };
    call.write(`--${boundary}\r\n${disposition}\r\n\r\n`);
    more();
  });
}

test("two gigabytes are refused by their stated length, at every call that takes files", async () => {
  for (const one of uploading) {
    const { status, sent } = await sendMuch(
      await callerOf(one),
      { field: one.uploads.field, name: "Big.docx" },
      true,
    );
    expect(status, named(one.spec)).toBe(413);
    expect(sent, named(one.spec)).toBeLessThan(64 * megabyte.length);
  }
});

test("two gigabytes of unstated length are refused at the limit, at every call that takes files", async () => {
  for (const one of uploading) {
    const caller = await callerOf(one);
    const before = await storedFiles();
    // one that the name already refuses, and one that only its length does
    for (const name of ["Big.png", "Big.xlsx", "Big.txt"]) {
      const { status, sent } = await sendMuch(caller, { field: one.uploads.field, name }, false);
      expect([400, 413, 415], `${named(one.spec)} ${name}`).toContain(status);
      expect(sent, `${named(one.spec)} ${name}`).toBeLessThan(256 * megabyte.length);
    }
    expect(await storedFiles(), named(one.spec)).toEqual(before);
  }
});

test("what arrived whole before an upload became too long is taken, and the upload says where it ended", async () => {
  for (const one of ofSeveral) {
    const caller = await callerOf(one);
    const { most, mostBytes, field } = one.uploads;
    const form = formIn(field, twin());
    form.append(field, new Blob([Buffer.alloc((most + 2) * mostBytes, "x")]), "Big.txt");
    const encoded = new Response(form);
    const { at, method, authorization } = caller;
    const headers = { authorization, "content-type": encoded.headers.get("content-type") ?? "" };
    // a stream has no stated length
    const response = await fetch(at, { method, headers, body: encoded.body, duplex: "half" } as RequestInit);
    expect(response.status, named(one.spec)).toBe(one.spec.status ?? 200);
    const text = await response.text();
    expect(text).toContain("larger than 110 MB. Its rest was not read.");
    expect(text).toContain("Twin.txt");
  }
});
