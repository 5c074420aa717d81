import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { buildDocx, p } from "#reading/fixtures/docx.ts";
import { buildPdf, line, writeObjects } from "#reading/fixtures/pdf.ts";
import { startChild } from "./child-process.ts";
import { createExtractionPool } from "./pool.ts";

const pool = createExtractionPool({ size: 2 });
afterAll(() => pool.close());

const good = buildPdf([[line(72, 700, "Benefits are paid monthly.")]]);
/** Forms that draw each other ten times, eight levels deep: a hundred million drawings from three kilobytes. */
const fanout = (() => {
  const form = (inner: string, resources: string) =>
    `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${resources}>>/Length ${inner.length}>>stream\n${inner}\nendstream`;
  const levels = Array.from({ length: 8 }, (_, level) =>
    form("/X Do ".repeat(10), `/XObject<</X ${level + 7} 0 R>>`),
  );
  const page =
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>/Contents 4 0 R>>";
  const leaf = form("BT /F 1 Tf (x) Tj ET", "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>");
  return writeObjects([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    page,
    "<</Length 5>>stream\n/X Do\nendstream",
    "<<>>",
    ...levels,
    leaf,
  ]);
})();

test("reads a file in another process, by bytes or by path", async () => {
  const folder = await mkdtemp(join(tmpdir(), "footnote-"));
  const path = join(folder, "stored");
  await writeFile(path, good);
  for (const source of [{ bytes: good }, { path }]) {
    const result = await pool.extract({ ...source, name: "policy.pdf" });
    expect(result).toMatchObject({ ok: true, extraction: { kind: "pdf", words: 4 } });
    expect(result.peakBytes).toBeGreaterThan(10_000_000);
  }
  await rm(folder, { recursive: true });
});

test("returns results larger than a pipe for every kind of file", async () => {
  const paragraph = "Benefits are paid monthly to every member of the plan. ";
  const text = Array.from({ length: 8_000 }, (_, at) => `${at}: ${paragraph}`);
  for (const [name, bytes] of [
    ["long.docx", buildDocx(text.map((line) => p(line)).join(""))],
    ["long.txt", Buffer.from(text.join("\n\n"))],
  ] as const) {
    const result = await pool.extract({ bytes, name });
    expect(result).toMatchObject({ ok: true });
    const read = result.ok ? result.extraction.pages.map((page) => page.text).join("\n") : "";
    expect(read.match(/Benefits are paid/g)).toHaveLength(8_000);
  }
}, 20_000);

test("survives a memory bomb: reports a reason and reads the next file", async () => {
  const before = process.memoryUsage.rss();
  const result = await pool.extract({ bytes: fanout, name: "bomb.pdf" });
  expect(result).toMatchObject({ ok: false, failure: { reason: "limit" } });
  expect(result.milliseconds).toBeLessThan(10_000);
  expect(result.peakBytes).toBeLessThan(512 * 1024 * 1024);
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  expect(await pool.extract({ bytes: good, name: "policy.pdf" })).toMatchObject({ ok: true });
}, 20_000);

test("reports progress page by page", async () => {
  const told: number[] = [];
  const lines = [line(72, 700, "Refunds are paid within fourteen days of the return.")];
  const long = buildPdf(Array.from({ length: 40 }, () => lines));
  const own = createExtractionPool({ size: 1 });
  const pages = await own.read(
    { bytes: long, name: "long.pdf" },
    (result) => Promise.resolve(result.ok ? result.reading.pages : 0),
    (read, all) => told.push(read / all),
  );
  expect(pages).toBe(40);
  expect(told.at(-1)).toBe(1);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  await own.close();
});

test("reads no more files at once than the pool has slots", async () => {
  const own = createExtractionPool({ size: 1, queue: 2 });
  const jobs = [1, 2, 3].map(() => own.extract({ bytes: good, name: "a.pdf" }));
  expect(own.load()).toEqual({ running: 1, waiting: 2, places: 1 });
  await expect(own.extract({ bytes: good, name: "a.pdf" })).rejects.toThrow("queue is full");
  expect((await Promise.all(jobs)).every((result) => result.ok)).toBe(true);
  await own.close();
});

test("asks for its size again whenever a file ends", async () => {
  let places = 1;
  const own = createExtractionPool({ size: () => places });
  const jobs = [1, 2, 3].map(() => own.extract({ bytes: good, name: "a.pdf" }));
  expect(own.load()).toEqual({ running: 1, waiting: 2, places: 1 });
  places = 2;
  await jobs[0];
  expect(own.load()).toEqual({ running: 2, waiting: 0, places: 2 });
  await Promise.all(jobs);
  await own.close();
});

test("computes its size from the files being read and the next one", async () => {
  const asked: string[] = [];
  const own = createExtractionPool({
    size: (files) => {
      asked.push(files.map(({ name }) => name).join("+"));
      return files.some(({ name }) => name === "large.pdf") ? 1 : 2;
    },
  });
  const names = ["small.pdf", "large.pdf", "small.pdf"];
  const jobs = names.map((name) => own.extract({ bytes: good, name }));
  expect(own.load()).toEqual({ running: 1, waiting: 2, places: 2 });
  await Promise.all(jobs);
  expect(asked.slice(0, 2)).toEqual(["small.pdf", "small.pdf+large.pdf"]);
  expect(asked).toContain("large.pdf+small.pdf");
  await own.close();
});

test("serves owners in turn", async () => {
  const own = createExtractionPool({ size: 1 });
  const order: string[] = [];
  const read = (owner: string) =>
    own.extract({ bytes: good, name: "a.pdf", owner }).then(() => order.push(owner));
  await Promise.all([read("big"), read("big"), read("big"), read("big"), read("small")]);
  expect(order.indexOf("small")).toBeLessThan(3);
  await own.close();
});

test("ends a canceled reading at once and leaves no child when closed", async () => {
  const own = createExtractionPool({ size: 1 });
  const cancel = new AbortController();
  const job = own.extract({ bytes: fanout, name: "a.pdf" }, cancel.signal);
  setTimeout(() => cancel.abort(new Error("canceled by the user")), 50);
  await expect(job).rejects.toThrow("canceled by the user");
  const waiting = own.extract({ bytes: fanout, name: "a.pdf" });
  const refused = expect(waiting).rejects.toThrow("closed");
  await own.close();
  await refused;
  await expect(own.extract({ bytes: good, name: "a.pdf" })).rejects.toThrow("closed");
});

test("gives the child no environment, files, programs or network", async () => {
  const probe = `
    import { readFileSync, writeFileSync, writeSync } from "node:fs";
    import { createRequire } from "node:module";
    const require = createRequire("/probe.js");
    const tried = (act) => { try { act(); return "allowed"; } catch { return "refused"; } };
    writeSync(1, JSON.stringify({
      environment: Object.keys(process.env).filter((name) => !["PWD", "SHLVL", "_", "OLDPWD"].includes(name)).length,
      write: tried(() => writeFileSync("probe.txt", "x")),
      read: tried(() => readFileSync("/etc/hosts")),
      spawn: tried(() => process.getBuiltinModule("child_process").spawnSync("true")),
      ...Object.fromEntries(["net", "tls", "http", "https", "http2", "dgram", "dns"].map((name) => [name, [
        tried(() => require(name)), tried(() => require("node:" + name)), tried(() => process.getBuiltinModule(name)),
      ].join()])),
      imported: await import("node:net").then(() => "allowed", () => "refused"),
      binding: tried(() => process.binding("tcp_wrap")),
      fetch: tried(() => fetch("http://127.0.0.1:9")),
    }));
    process.exit(0);`;
  const child = startChild(false, ["--import", `data:text/javascript,${encodeURIComponent(probe)}`]);
  let answer = "";
  child.process.stdout?.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  await new Promise((resolve) => child.process.once("close", resolve));
  expect(JSON.parse(answer)).toEqual({
    environment: 0,
    write: "refused",
    read: "refused",
    spawn: "refused",
    ...Object.fromEntries(
      ["net", "tls", "http", "https", "http2", "dgram", "dns"].map((name) => [
        name,
        "refused,refused,refused",
      ]),
    ),
    imported: "refused",
    binding: "refused",
    fetch: "refused",
  });
});

test("ends a child whose parent is gone", async () => {
  const child = startChild(true);
  child.process.stdin?.end();
  const code = await new Promise((resolve) => child.process.once("exit", resolve));
  expect(code).toBe(0);
});

test("changes nothing on disk for hostile names", async () => {
  const before = await readdir(tmpdir());
  await pool.extract({ bytes: buildDocx(p("Text.")), name: "../../../../tmp/evil\0.docx" });
  expect((await readdir(tmpdir())).filter((name) => name.includes("evil"))).toEqual(
    before.filter((name) => name.includes("evil")),
  );
});
