import { setAt } from "#testing/sets.ts";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDocumentContent, listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { buildDocx, p } from "#reading/fixtures/docx.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { collectGarbage } from "#testing/collect-garbage.ts";
import { buildEmptyTheme, buildTheme, untilRead, upload } from "#testing/documents.ts";

let app: TestApp;
let canary: string;
let listener: ReturnType<typeof createServer>;
let hits = 0;
let address = "";
beforeAll(async () => {
  app = await startTestApp();
  canary = mkdtempSync(join(tmpdir(), "footnote-canary-"));
  writeFileSync(join(canary, "canary.txt"), "untouched");
  listener = createServer((_request, response) => {
    hits += 1;
    response.end("x");
  });
  await new Promise<void>((resolve) => void listener.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => listener.close(resolve));
  rmSync(canary, { recursive: true });
  await app.close();
});

const emptyTheme = () => buildEmptyTheme(app, "Hostile");

/** Names that have escaped a folder in other products; the longer published list is tried too if it is available. */
const leavingNames = [
  ..."../x.txt ../../x.txt ..\\x.txt ..\\..\\x.txt /etc/passwd.txt C:\\Windows\\win.txt \\\\host\\share\\x.txt".split(
    " ",
  ),
  ..."..%2f..%2fx.txt %2e%2e%2fx.txt %252e%252e%252fx.txt ..%c0%af..%c0%afx.txt ....//x.txt ..;/x.txt".split(
    " ",
  ),
  ..."file:///etc/passwd.txt ~/.ssh/id.txt CON.txt aux.txt x.txt::$DATA.txt .htaccess.txt ...txt".split(" "),
];
const published = setAt("attacks/path-traversal.txt", "all but some names that leave a folder");

/** Every file in a folder with its hash. */
function treeOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return names
    .map((name) => {
      const path = join(folder, name);
      return statSync(path).isFile()
        ? `${name} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`
        : name;
    })
    .join("\n");
}

test("row 20: path traversal reaches no other file, in file names, ids, queries and zip entries", async () => {
  const { admin, theme } = await emptyTheme();
  const names = [
    ...leavingNames,
    ...(published !== null
      ? readFileSync(published, "utf8")
          .split("\n")
          .filter((name, index) => name !== "" && index % 8 === 0)
          .map((name) => `${name}.txt`)
      : []),
    `${canary}/canary.txt`,
    `../../../../../../../../..${canary}/canary.txt`,
  ];
  const before = treeOf(canary);
  const folder = join(app.services.config.dataDir, "files");
  for (let from = 0; from < names.length; from += 10) {
    const form = new FormData();
    for (const [index, name] of names.slice(from, from + 10).entries())
      form.append("files", new Blob([`words of file ${from + index}`]), name);
    const { status } = await admin.call(uploadDocuments, { id: theme.id }, { form });
    expect(status).toBe(200);
  }
  const zipNames = [`../../..${canary}/canary.txt`, "..\\..\\x", "/etc/passwd", "word/../../../x"];
  const zipped = buildDocx(p("A fee of 7 dollars."), {
    parts: zipNames.map((name) => [name, "overwritten"]),
  });
  await upload(admin, theme.id, "slip.docx", zipped);
  const documents = await untilRead(admin, theme.id);
  expect(documents.every(({ name }) => !/[/\\]/.test(name))).toBe(true);
  const stored = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(stored.every((name) => /^(incoming|[0-9a-f]{2}|[0-9a-f]{2}\/[0-9a-f-]{36})$/.test(name))).toBe(true);
  for (const name of names) {
    const id = encodeURIComponent(name);
    for (const path of [
      `/api/documents/${id}/file`,
      `/api/documents/${documents[0]?.id}/file?version=${id}`,
      `/api/documents/${documents[0]?.id}/content?page=${id}`,
      `/assets/${id}`,
      `/${name.replace(/[^\x21-\x7e]/g, "")}`,
    ]) {
      const reply = await fetch(app.url + path, { headers: { authorization: `Bearer ${admin.token}` } });
      const text = await reply.text();
      expect(text, path).not.toContain("untouched");
      expect(text, path).not.toContain("root:");
      expect(reply.status, path).toBeLessThan(500);
    }
  }
  expect(treeOf(canary)).toBe(before);
  console.info(`row 20: ${names.length} names, ${documents.length} documents, 0 files elsewhere`);
});

/** Bodies that have crashed other servers: each is sent unchanged, with this boundary. */
const part = (disposition: string, text = "x") =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`;
const malformed: Record<string, string> = {
  "no name": `${part('name=""; filename="a.txt"')}--B--\r\n`,
  "no file name": `${part('name="files"; filename=""')}--B--\r\n`,
  "cut in the middle": '--B\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nwords',
  "cut in a header": "--B\r\nContent-Disposition: form-da",
  "no part": "--B--\r\n",
  nothing: "",
  "no boundary inside": "words and no boundary",
  "deep names": `${part(`name="${"a[b]".repeat(2000)}"`)}--B--\r\n`,
  "a large index": `${part('name="a[4294967294]"')}--B--\r\n`,
  "names of JavaScript": `${part('name="__proto__"')}${part('name="constructor"')}--B--\r\n`,
  "a slow file name": `${part(`name="files"; filename="${" ".repeat(20_000)}\t.txt"`)}--B--\r\n`,
  "many fields": `${Array.from({ length: 500 }, (_, n) => part(`name="f${n}"`)).join("")}--B--\r\n`,
  "a header without end": `--B\r\nContent-Disposition: form-data; name="files"; filename="a.txt"; x="${"y".repeat(100_000)}`,
  "control characters": `${part('name="files"; filename="a\u0000\u0007.txt"')}--B--\r\n`,
};

const descriptors = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

test("rows 21 and 22: after 200 of each malformed upload, the server is alive, its descriptors are closed and its memory is unchanged", async () => {
  const { admin, theme } = await emptyTheme();
  const send = async (body: string) => {
    const reply = await fetch(`${app.url}/api/themes/${theme.id}/documents/bulk`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${admin.token}`,
        "content-type": "multipart/form-data; boundary=B",
      },
      body,
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  const round = async (times: number) => {
    for (const [name, body] of Object.entries(malformed))
      for (let done = 0; done < times; done += 20)
        for (const status of await Promise.all(Array.from({ length: 20 }, () => send(body))))
          expect(status, name).toBeLessThan(500);
  };
  const measure = async () => {
    app.closeIdleConnections();
    await new Promise((resolve) => setTimeout(resolve, 500));
    collectGarbage();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { open: descriptors(), held: heapUsed + external, resident: rss };
  };
  // the first requests fill caches, compiled code and the collector's own memory
  await round(60);
  let before = await measure();
  const growths: number[] = [];
  // a leak grows in every round; uncollected memory does not
  while (growths.length < 4 && growths.every((grown) => grown >= 0.05)) {
    await round(200);
    const after = await measure();
    growths.push(after.held / before.held - 1);
    console.info(
      `rows 21, 22: ${Object.keys(malformed).length} bodies × 200: ${before.open} → ${after.open} descriptors, memory held ${((growths.at(-1) ?? 0) * 100).toFixed(1)} %, resident ${((after.resident / before.resident - 1) * 100).toFixed(1)} % (with the client, which runs in the same process)`,
    );
    expect(after.open).toBeLessThanOrEqual(before.open + 20);
    before = after;
  }
  expect(growths.at(-1)).toBeLessThan(0.05);
  expect(readdirSync(join(app.services.config.dataDir, "files", "incoming"))).toEqual([]);
  const { body } = await upload(admin, theme.id, "Good.txt", "A good upload still works.");
  expect(body.uploadedCount).toBe(1);
}, 300_000);

test("row 23: external references in a Word file are neither fetched nor read, and its names pollute nothing", async () => {
  const { admin, theme } = await emptyTheme();
  const relation = (type: string, target: string, mode = "External") =>
    `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/>`;
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("image", `${address}/image.png`)}${relation("attachedTemplate", `${address}/template.dotm`)}${relation("header", "file:///etc/passwd")}${relation("footer", "../../../../etc/passwd", "Internal")}</Relationships>`;
  const styled = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:styleId="__proto__"><w:name w:val="__proto__"/><w:basedOn w:val="constructor"/><w:rPr><w:vanish w:val="polluted"/></w:rPr></w:style></w:styles>`;
  await upload(
    admin,
    theme.id,
    "outside.docx",
    buildDocx(p("The fee is 12 dollars.", '<w:pStyle w:val="__proto__"/>'), {
      parts: [["word/_rels/settings.xml.rels", relations]],
    }),
  );
  await upload(
    admin,
    theme.id,
    "relations.docx",
    replacing(p("The fee is 13 dollars."), "word/_rels/document.xml.rels", relations),
  );
  await upload(
    admin,
    theme.id,
    "styles.docx",
    replacing(p("The fee is 14 dollars.", '<w:pStyle w:val="__proto__"/>'), "word/styles.xml", styled),
  );
  for (const document of await untilRead(admin, theme.id)) {
    expect(document.status, `${document.name}: ${document.statusReason}`).toBe("ready");
    const { body } = await admin.call(getDocumentContent, { id: document.id });
    expect(body.content).not.toContain("root:");
  }
  expect(hits).toBe(0);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/**
 * A Word file of one body with one part replaced; of two parts with the same name, a reader takes the later or neither.
 */
function replacing(body: string, name: string, content: string): Uint8Array {
  return buildDocx(body, { parts: [[name, content]] });
}

test("row 24: a PDF's scripts, actions and matrices are data: nothing runs, nothing is fetched", async () => {
  const { admin, theme } = await emptyTheme();
  const action = `/OpenAction<</S/JavaScript/JS(globalThis.polluted=1;app.launchURL\\('${address}'\\))>>/AA<</WC<</S/URI/URI(${address})>>>>/Names<</JavaScript<</Names[(go)<</S/JavaScript/JS(globalThis.polluted=2)>>]>>>>/AcroForm<</XFA(<script>fetch\\('${address}'\\)</script>)>>`;
  await upload(
    admin,
    theme.id,
    "active.pdf",
    buildPdf([[line(72, 700, "The late fee is 15 dollars.")]], { catalog: action }),
  );
  const matrix = Buffer.from(
    Buffer.from(buildPdf([[line(72, 700, "The late fee is 16 dollars.")]]))
      .toString("latin1")
      .replace(
        "/BaseFont/Helvetica/Encoding",
        "/BaseFont/Helvetica/FontMatrix[1 2 3 4 5 (0\\); globalThis.polluted=1//)]/Encoding",
      ),
    "latin1",
  );
  await upload(admin, theme.id, "matrix.pdf", matrix);
  const documents = await untilRead(admin, theme.id);
  expect(documents.map(({ status }) => status)).toEqual(["ready", "ready"]);
  const active = documents.find(({ name }) => name === "active.pdf");
  expect(active?.receipt?.warnings.map(({ code }) => code)).toContain("scripts");
  expect(hits).toBe(0);
  expect((globalThis as Record<string, unknown>).polluted).toBeUndefined();
});

test("row 26: a model is chosen from two names; JavaScript's built-in names are refused", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const strange = ["__proto__", "constructor", "toString", "hasOwnProperty", "openai", "../smart", ""];
  for (const modelType of strange) {
    const reply = await admin.call(updateTheme, { id: theme.id, modelType: modelType as "smart" });
    expect(reply.status, modelType).toBe(400);
    const sorted = await admin.call(listDocuments, { id: theme.id, page: 1, sort: modelType || "-" });
    expect(sorted.status, modelType).toBe(400);
  }
});
