import { expect, test } from "vitest";
import { failureOf, linesOf } from "#reading/fixtures/lines-of.ts";

test("a web page is read as it is shown", async () => {
  const page = `<!doctype html><title>Returns</title><script>alert("x")</script><nav>Home</nav>
    <h1>Returns</h1><p>Within 15<sup>1</sup> days, <del>not</del> <b>always</b>.<br>Keep it.</p>
    <p style="display: none">hidden <b>text</b></p><ol start=3><li>First<li value=7>Second</ol><ul><li>Other</ul>
    <dl><dt>Fee</dt><dd>5 dollars</dd></dl><div>Loose <span>text</span></div>
    <table><thead><tr><th rowspan=2>State<th colspan=2>Fee<tr><th>Low<th>High<tbody><tr><td rowspan=2>Ohio<td>1<td>2<tr><td>3<td>4</table>
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
    "header State | Fee Low | Fee High",
    "table_row Ohio | 1 | 2",
    "table_row Ohio | 3 | 4",
    "paragraph ☒ Yes ☐ No",
  ]);
  expect(title).toBe("Returns");
  expect(warnings).toEqual(["hidden_text", "struck_text", "part_not_read", "scripts"]);
});

test("Markdown: tables, task lists, notes and the text under front matter", async () => {
  const page = `---\ntitle: x\n---\n# Policy\n\nPay in 30 days[^a], ~~60~~ not later.\n\n- [x] Agreed\n\n| Fee | Days |\n| --- | --- |\n| Late | 5 |\n\n[^a]: Business days.\n`;
  const { lines, warnings } = await linesOf("f.md", page);
  expect(lines).toEqual([
    "heading1 Policy",
    "paragraph Pay in 30 days, not later.",
    "footnote Business days.",
    "list_item • ☒ Agreed",
    "header Fee | Days",
    "table_row Late | 5",
  ]);
  expect(warnings).toEqual(["struck_text"]);
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
