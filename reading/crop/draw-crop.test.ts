import { readFileSync } from "node:fs";
import { decode } from "fast-png";
import { expect, test } from "vitest";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { drawCrop } from "./draw-crop.ts";

const policy = readFileSync("seed/demo/documents/returns-and-refunds-policy.pdf");
const words = "If the caller wants to change the delivery address or the e-mail address";

test("cuts words out of their page and highlights them over two lines", async () => {
  const picture = await drawCrop(policy, 5, words);
  const { width, height, data } = decode(picture ?? new Uint8Array());
  expect([width, height]).toEqual([720, 288]);
  // paper under the light theme's red highlight
  const lit = new Set<number>();
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3;
      if (data[at] === 242 && data[at + 1] === 223 && data[at + 2] === 219) lit.add(row);
    }
  const rows = [...lit].toSorted((a, b) => a - b);
  const gaps = rows.filter((row, index) => index > 0 && row - (rows[index - 1] ?? 0) > 1);
  expect(rows.length).toBeGreaterThan(20);
  expect(gaps.length).toBe(1);
});

test("highlights a table row whose wrapped cells are drawn line by line", async () => {
  const table = buildPdf([
    [line(72, 700, "Everyday"), line(200, 700, "$25"), line(300, 700, "the daily balance"), line(72, 686, "Checking"), line(300, 686, "is at least $1,000")],
  ]); // prettier-ignore
  const row = "Everyday Checking\t$25\tthe daily balance is at least $1,000";
  expect(await drawCrop(table, 0, row)).not.toBeNull();
  expect(await drawCrop(table, 0, row.replace("Checking", "Savings"))).toBeNull();
});

test("returns no picture for words not on the page, missing pages and broken files", async () => {
  expect(await drawCrop(policy, 5, "a word that stands nowhere on it at all")).toBeNull();
  expect(await drawCrop(policy, 500, words)).toBeNull();
  expect(await drawCrop(Buffer.from("%PDF-1.7\nbroken"), 0, words)).toBeNull();
});
