import { expect, test } from "vitest";
import { buildDoc } from "#reading/fixtures/doc.ts";
import { buildDocx, p, r } from "#reading/fixtures/docx.ts";
import { readDoc } from "./doc.ts";
import { readDocx } from "./docx.ts";

const textIn = async (body: string) => (await readDocx(buildDocx(body))).pages[0]?.text;

const control = (content: string, isEmpty: boolean) =>
  `<w:sdt><w:sdtPr>${isEmpty ? "<w:showingPlcHdr/>" : ""}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

test.each([
  [
    "in a line",
    (asked: string, isEmpty: boolean) => `<w:p>${r("Reviewer: ")}${control(r(asked), isEmpty)}</w:p>`,
  ],
  ["around a paragraph", (asked: string, isEmpty: boolean) => p("Reviewer:") + control(p(asked), isEmpty)],
  [
    "in another one",
    (asked: string, isEmpty: boolean) =>
      `<w:p>${r("Reviewer: ")}${control(control(r(asked), false), isEmpty)}</w:p>`,
  ],
])("reads the value of a content control %s, but no placeholder", async (_, build) => {
  expect(await textIn(build("Click here to enter text.", true))).toBe("Reviewer:");
  expect(await textIn(build("Ann Lee", false))).toMatch(/^Reviewer:\s+Ann Lee$/);
});

test("keeps the column of a cell that asks for a value", async () => {
  const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`;
  const rows = `<w:tr>${cell("City")}${cell("Limit")}${cell("Until")}</w:tr><w:tr>${cell("Oslo")}${control(cell("Click here."), true)}${cell("May")}</w:tr>`;
  expect(await textIn(`<w:tbl>${rows}</w:tbl>`)).toBe("City | Limit | Until\nOslo |  | May");
});

test("leaves out text in the style of placeholders in an old Word file", async () => {
  const text = "Reviewer: Click here.\r";
  const runs = [{ from: 10, to: 21, properties: "304a0100" }];
  const styles = [null, { character: 156 }];
  expect((await readDoc(buildDoc(text, { runs, styles }))).pages[0]?.text).toBe("Reviewer:");
});

const field = (data: string) =>
  `<w:p>${r("Own car: ")}<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

test.each([
  ['<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', "Own car: ☒"],
  ['<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>', "Own car: ☐"],
  ['<w:checkBox><w:default w:val="1"/></w:checkBox>', "Own car: ☒"],
  ["<w:checkBox/>", "Own car: ☐"],
  [
    '<w:ddList><w:result w:val="1"/><w:listEntry w:val="never"/><w:listEntry w:val="abroad"/></w:ddList>',
    "Own car: abroad",
  ],
  ['<w:ddList><w:listEntry w:val="never"/><w:listEntry w:val="abroad"/></w:ddList>', "Own car: never"],
])("reads the form field %s as Word draws it", async (data, wanted) => {
  expect(await textIn(field(data))).toBe(wanted);
});

test("reads the text of a form field as a value only if it doesn't ask for one", async () => {
  const typed = (result: string) =>
    `<w:p>${r("Room: ")}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  expect(await textIn(typed("Enter the room"))).toBe("Room:");
  expect(await textIn(typed("Room 12"))).toBe("Room: Room 12");
});
