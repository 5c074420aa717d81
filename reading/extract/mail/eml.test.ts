import { expect, test } from "vitest";
import { failureOf, linesOf } from "#reading/fixtures/lines-of.ts";

const head =
  "From: Ann Lee <ann@example.com>\r\nTo: Ben <ben@example.com>\r\nSubject: =?UTF-8?Q?Fee_w=C3=A4iver?=\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n";
const part = (type: string, body: string, more = "") =>
  `--z\r\nContent-Type: ${type}\r\n${more}\r\n${body}\r\n`;

test("a mail is read under its subject, with who wrote it to whom and when; attachments are named", async () => {
  const file = (name: string) =>
    part("application/pdf", "x", `Content-Disposition: attachment; filename=${name}\r\n`);
  const mail = `${head}Content-Type: multipart/mixed; boundary=z\r\n\r\n${part("text/html", "<h1>Rules</h1><p>Waived until March.</p>")}${file("a.pdf")}${file("b.pdf")}--z--`;
  const { lines, warnings, title } = await linesOf("f.eml", mail);
  expect(lines).toEqual([
    "heading1 Fee wäiver",
    "paragraph From: Ann Lee, ann@example.com\nTo: Ben, ben@example.com\nDate: 2026-11-27T10:00:00.000Z",
    "heading2 Rules",
    "paragraph Waived until March.",
  ]);
  expect({ warnings, title }).toEqual({ warnings: ["embedded_files"], title: "Fee wäiver" });
  expect((await linesOf("f.eml", `${head}\r\nThe fee is waived.\r\n\r\nRegards`)).lines.slice(2)).toEqual([
    "paragraph The fee is waived.",
    "paragraph Regards",
  ]);
});

test("a mail with 500 attachments, nested without end, encrypted, or none at all", async () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    part("text/csv", "a,b", `Content-Disposition: attachment; filename=f${at}.csv\r\n`),
  ).join("");
  const mixed = `${head}Content-Type: multipart/mixed; boundary=z\r\n\r\n`;
  expect((await linesOf("f.eml", `${mixed}${part("text/plain", "Text.")}${many}--z--`)).lines).toContain(
    "paragraph Text.",
  );
  const nested = Array.from(
    { length: 300 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join("");
  expect(await failureOf("f.eml", `${head}${nested}`)).toBe("limit");
  const sealed = `${head}Content-Type: application/pkcs7-mime; name=smime.p7m\r\n\r\nMII`;
  expect(await failureOf("f.eml", sealed)).toBe("protected");
  expect(await failureOf("f.eml", "Just some text.")).toBe("damaged");
  expect(await failureOf("f.eml", `${mixed}${many}--z--`)).toBe("empty");
});
