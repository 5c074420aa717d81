import { expect, test } from "vitest";
import { buildDoc } from "#reading/fixtures/doc.ts";
import { buildDocx, p, r } from "#reading/fixtures/docx.ts";
import type { Extraction } from "../extraction.ts";
import { readDoc } from "./doc.ts";
import { readDocx } from "./docx.ts";

const OLD = "Taxis are free.";
const NEW = "Taxis need approval.";

const style = (id: string, properties: string, base = "") =>
  `<w:style w:styleId="${id}"><w:name w:val="${id}"/>${base}<w:rPr>${properties}</w:rPr></w:style>`;
const styles =
  style("Old", "<w:strike/>") +
  style("Older", "", '<w:basedOn w:val="Old"/>') +
  style("OldTwice", "<w:dstrike/>");

/** One paragraph with old words in a run of these properties, and new ones. */
const docx = (run: string, paragraph = "", newRun = "") =>
  readDocx(
    buildDocx(`<w:p><w:pPr>${paragraph}</w:pPr>${r(OLD, run)}${r(` ${NEW}`, newRun)}</w:p>`, { styles }),
  );
const doc = (properties: string) =>
  readDoc(buildDoc(`${OLD} ${NEW}\r`, { runs: [{ from: 0, to: OLD.length, properties }] }));

const textOf = ({ pages }: Extraction) => pages.map(({ text }) => text).join("\n");

const off = '<w:strike w:val="0"/><w:dstrike w:val="false"/>';

test.each<[string, () => Promise<Extraction>]>([
  ["with a line, .docx", () => docx("<w:strike/>")],
  ["with a double line, .docx", () => docx("<w:dstrike/>")],
  ["with a line and no double one, .docx", () => docx('<w:strike/><w:dstrike w:val="0"/>')],
  ["with a double line and no single one, .docx", () => docx('<w:strike w:val="0"/><w:dstrike w:val="1"/>')],
  ["by its character style, .docx", () => docx('<w:rStyle w:val="Old"/>')],
  ["by the style of its style, .docx", () => docx('<w:rStyle w:val="Older"/>')],
  ["by a double line of its style, .docx", () => docx('<w:rStyle w:val="OldTwice"/>')],
  ["by its paragraph's style, .docx", () => docx("", '<w:pStyle w:val="Old"/>', off)],
  ["with a line, .doc", () => doc("370801")],
  ["with a double line, .doc", () => doc("532a01")],
  ["with a line and no double one, .doc", () => doc("370801532a00")],
])("leaves out and names text struck %s", async (_, read) => {
  const extraction = await read();
  expect(textOf(extraction)).toBe(NEW);
  expect(extraction.warnings).toEqual([
    { code: "struck_text", message: "Struck-out text was found in 1 place and left out." },
  ]);
});

test.each<[string, () => Promise<Extraction>]>([
  ["not struck, .docx", () => docx(off)],
  ["no longer struck, .docx", () => docx("<w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange>")],
  ["not struck, .doc", () => doc("370800532a00")],
])("reads text %s", async (_, read) => {
  const extraction = await read();
  expect(textOf(extraction)).toBe(`${OLD} ${NEW}`);
  expect(extraction.warnings).toEqual([]);
});

test("says so of a file with nothing but struck text", async () => {
  await expect(readDocx(buildDocx(p(OLD, "", "<w:dstrike/>")))).rejects.toMatchObject({
    failure: { reason: "empty" },
  });
});
