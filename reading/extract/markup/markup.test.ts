import { expect, test } from "vitest";
import { extractBytes } from "../extract.ts";
import { failureOf, linesOf } from "#reading/fixtures/lines-of.ts";

test("a web page is read as it is shown", async () => {
  const page = `<!doctype html><title>Returns</title><script>alert("x")</script><nav>Home</nav>
    <h1>Returns</h1><p>Within 15<sup>1</sup> days, <del>not</del> <b>always</b>.<br>Keep it.</p>
    <p style="display: none">hidden <b>text</b></p><ol start=3><li>First<li value=7>Second</ol><ul><li>Other</ul>
    <dl><dt>Fee</dt><dd>5 dollars</dd></dl><div>Loose <span>text</span></div>
    <table><caption>Fees by <b>state</b></caption><thead><tr><th rowspan=2>State<th colspan=2>Fee<tr><th>Low<th>High<tbody><tr><td rowspan=2>Ohio<td>1<td>2<tr><td>3<td>4</table>
    <p><input type=checkbox checked> Yes <input type=radio> No</p><p><sup>1</sup> Business days.</p>`;
  const { lines, warnings, title } = await linesOf("f.html", page);
  expect(lines).toEqual([
    "heading1 Returns",
    "paragraph Within 15 days, always.\nKeep it.",
    "footnote Business days.",
    "list_item 3. First",
    "list_item 7. Second",
    "list_item • Other",
    "paragraph Fee: 5 dollars",
    "paragraph Loose text",
    "paragraph Fees by state",
    "header State | Fee Low | Fee High",
    "table_row Ohio | 1 | 2",
    "table_row Ohio | 3 | 4",
    "paragraph ☒ Yes ☐ No",
  ]);
  expect(title).toBe("Returns");
  expect(warnings).toEqual(["hidden_text", "struck_text", "part_not_read", "scripts"]);
});

test.each([
  ["<ol type=a start=3><li>x<li>y</ol>", ["c. x", "d. y"]],
  ["<ol type=I><li>x<li value=9>y<li>z</ol>", ["I. x", "IX. y", "X. z"]],
  ["<ol reversed><li>x<li>y</ol>", ["2. x", "1. y"]],
  ["<ol start=0><li>x<li>y</ol>", ["0. x", "1. y"]],
  [`<ol style="list-style-type: upper-alpha"><li>x<ol type=1><li>z</ol></ol>`, ["A. x", "1. z"]],
])("the items of %s have the labels that a browser shows", async (page, items) => {
  expect((await linesOf("f.html", page)).lines).toEqual(items.map((item) => `list_item ${item}`));
});

test.each([
  ['<span style="text-decoration: line-through">Old fee.</span> New fee.', ["New fee."], 1],
  [
    "<style>p{margin:0}.a,span.b{text-decoration-line:line-through}</style><b class=a>Old.</b> New.",
    ["New."],
    1,
  ],
  ["<style>@media print{.a{text-decoration:line-through}}</style><b class=a>Kept.</b>", ["Kept."], 0],
  ["<style>.n{vertical-align:super}</style>Within 15<span class=n>2</span> days.", ["Within 15² days."], 0],
])("struck and raised text of %s is known by its style", async (page, texts, struck) => {
  const { lines, warnings } = await linesOf("f.html", page);
  expect(lines).toEqual(texts.map((text) => `paragraph ${text}`));
  expect(warnings).toEqual(Array.from({ length: struck }, () => "struck_text"));
});

test.each([
  ["<select><option>Bern<option selected>Turin</select>", "paragraph Office: Turin"],
  ["<select><option>Bern<option>Turin</select>", "paragraph Office: Bern"],
  ['<select><option value="">Choose one<option>Turin</select>', "paragraph Office:"],
  [
    "<select multiple><optgroup><option selected>Bern<option>Rome</optgroup><option selected>Turin</select>",
    "paragraph Office: Bern, Turin",
  ],
])("a list %s is read as its chosen entries", async (list, line) => {
  expect((await linesOf("f.html", `<p>Office: ${list}</p>`)).lines).toEqual([line]);
});

test("Markdown: tables, task lists, notes and the settings before the text", async () => {
  const page = `---\nstatus: draft\nvalid: [2026]\n---\n# Policy\n\nPay in 30 days[^a], ~~60~~ not later.\n\n- [x] Agreed\n\n| Fee | Days |\n| --- | --- |\n| Late | 5 |\n\n[^a]: Business days.\n`;
  const { lines, warnings } = await linesOf("f.md", page);
  expect(lines).toEqual([
    "paragraph status: draft\nvalid: [2026]",
    "heading1 Policy",
    "paragraph Pay in 30 days, not later.",
    "footnote Business days.",
    "list_item • ☒ Agreed",
    "header Fee | Days",
    "table_row Late | 5",
  ]);
  expect(warnings).toEqual(["struck_text"]);
});

test("the text that stands for a picture is read, in a page and in Markdown; the name of a file is not", async () => {
  const page = `<table><tr><th>Card<th>Insured<tr><td>Gold<td><img src=y.png alt="Yes"></table><p>See <img alt="Refund form">, <img alt="">.<img alt="IMG_1.JPG"></p>`;
  expect((await linesOf("f.html", page)).lines).toEqual([
    "header Card | Insured",
    "table_row Gold | Yes",
    "paragraph See Refund form , .",
  ]);
  expect((await linesOf("f.md", "![Fees rise in May](fees.png)")).lines).toEqual([
    "paragraph Fees rise in May",
  ]);
  expect((await linesOf("f.md", "---\n\nA rule.\n\n---\n\nAnother.\n")).lines).toEqual([
    "paragraph A rule.",
    "paragraph Another.",
  ]);
});

test.each([
  ["a page that states its encoding", '<meta charset="windows-1250">', []],
  [
    "one that states it as type",
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">',
    [],
  ],
  ["one of XML", '<?xml version="1.0" encoding="windows-1250"?>', []],
  ["one that states none", "", ["This text does not state its encoding"]],
  [
    "one that states another",
    '<meta charset="utf-8">',
    ["This text states the encoding utf-8, which it is not in"],
  ],
])("%s is read in it, and the receipt warns of a guess alone", async (_, head, warned) => {
  const bytes = Buffer.from(
    `${head}<p>${"za\xbf\xf3\xb3\xe6 g\xea\x9cl\xb9 ja\x9f\xf1 ".repeat(20)}</p>`,
    "latin1",
  );
  const outcome = await extractBytes(bytes, "f.html");
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { pages, warnings } = outcome.extraction;
  if (warned.length === 0) expect(pages[0]?.text).toContain("zażółć gęślą jaźń");
  expect(warnings.map(({ message }) => message)).toEqual(
    warned.map((beginning) => expect.stringContaining(beginning)),
  );
});

test("hostile pages end within limits", async () => {
  expect(await failureOf("f.html", "<div>".repeat(50_000))).toBe("limit");
  expect(await failureOf("f.html", "<script>x</script>")).toBe("empty");
  expect(
    await failureOf("f.html", `<table><tr><td colspan=999999999 rowspan=999999999>x<td>y</table>`),
  ).toBeNull();
  expect(await failureOf("f.md", "[".repeat(20_000))).toBeNull();
  expect(await failureOf("f.md", ">".repeat(2_000))).toBe("limit");
});
