import { expect, test } from "vitest";
import { extractBytes } from "./extract.ts";

async function rowsOf(markdown: string[]): Promise<string[]> {
  const outcome = await extractBytes(new TextEncoder().encode(markdown.join("\n")), "prices.md");
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.extraction.pages.flatMap(({ text, blocks }) =>
    blocks.map(({ type, header, start, end }) =>
      [type === "table_row" ? "" : `${type}: `, header === true ? "= " : "", text.slice(start, end)].join(""),
    ),
  );
}

test("tables side by side are read one after the other, under their titles", async () => {
  const rows = await rowsOf([
    "Prices of the bank.",
    "",
    "| Private | | | Business | | |",
    "| --- | --- | --- | --- | --- | --- |",
    "| Service | Branch | Online | Service | Branch | Online |",
    "| Transfer | 12.00 | 3.50 | Transfer | 21.00 | 5.50 |",
    "| Cash | | 0.25 | Cheque | 4.40 | |",
    "| Card copy | 7.50 | | | | |",
    "",
    "Prices of another year.",
  ]);
  expect(rows).toEqual([
    "paragraph: Prices of the bank.",
    "= Private Service | Private Branch | Private Online",
    "Transfer | 12.00 | 3.50",
    "Cash |  | 0.25",
    "Card copy | 7.50 |",
    "= Business Service | Business Branch | Business Online",
    "Transfer | 21.00 | 5.50",
    "Cheque | 4.40 |",
    "paragraph: Prices of another year.",
  ]);
});

test("a list that continues in further columns is one list", async () => {
  const rows = await rowsOf([
    "| Size | Price | Size | Price | Size | Price |",
    "| --- | --- | --- | --- | --- | --- |",
    "| Small | 5 | Medium | 6 | Large | 7 |",
    "| Child | 4 | | | | |",
  ]);
  expect(rows.filter((row) => !row.startsWith("="))).toEqual([
    "Small | 5",
    "Child | 4",
    "Medium | 6",
    "Large | 7",
  ]);
});

test.each([
  [
    "one label for both",
    ["| Item | Min | Max | Min | Max |", "| - | - | - | - | - |", "| Weight | 1 | 2 | 3 | 4 |"],
  ],
  ["no labels", ["| Min | Max | Min | Max |", "| --- | --- | --- | --- |", "| 1 | 2 | 3 | 4 |"]],
  ["one row", ["| Input | Node | Input | Node |", "| --- | --- | --- | --- |", "| a1 | b1 | a2 | b2 |"]],
  ["names without rows", ["| Name | Phone | Name | Phone |", "| --- | --- | --- | --- |", "", "None."]],
])("other tables stay as they are: %s", async (_, lines) => {
  const rows = await rowsOf(["Text.", "", ...lines]);
  expect(rows[1]).toBe(`= ${lines[0]?.slice(2, -2)}`);
});
