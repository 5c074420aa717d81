import * as fc from "fast-check";
import { expect, test } from "vitest";

import { buildCfb, buildDoc } from "#reading/fixtures/doc.ts";
import { readDoc } from "./doc.ts";
import { Unreadable } from "../reading.ts";

const failureOf = (bytes: Uint8Array) =>
  readDoc(bytes).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Unreadable) return error.failure;
      throw error;
    },
  );

const blocksOf = async (bytes: Uint8Array) =>
  (await readDoc(bytes)).pages.flatMap((page) =>
    page.blocks.map(({ type, level, start, end }) => [`${type}${level ?? ""}`, page.text.slice(start, end)]),
  );

test("reads paragraphs, numbered headings and table rows of an old Word file", async () => {
  const text =
    "Section 2 Late Payment\rPremiums are due monthly – without notice.\rPlan\x07Price\x07\x07Good bye.\r";
  const rowEnds = [text.indexOf("Good") - 1];
  expect(await blocksOf(buildDoc(text, { rowEnds }))).toEqual([
    ["heading2", "Section 2 Late Payment"],
    ["paragraph", "Premiums are due monthly – without notice."],
    ["table_row", "Plan | Price"],
    ["paragraph", "Good bye."],
  ]);
});

test("reads heading styles and numbered lists with levels", async () => {
  const text =
    "Refunds\rPaid within a month.\rOn cancellation\rby the member\rby us\rOn death\rother words\r";
  const at = (words: string) => text.indexOf("\r", text.indexOf(words));
  const item = (words: string, level: number) => ({ at: at(words), properties: `0b4601000a260${level}` });
  const bytes = buildDoc(text, {
    styles: [null, 1],
    list: ["\0.", "\0.\x01)"],
    marks: [
      { at: at("Refunds"), style: 1 },
      item("On cancellation", 0),
      item("by the member", 1),
      item("by us", 1),
      item("On death", 0),
    ],
  });
  expect(await blocksOf(bytes)).toEqual([
    ["heading1", "Refunds"],
    ["paragraph", "Paid within a month."],
    ["list_item", "1. On cancellation"],
    ["list_item", "1.1) by the member"],
    ["list_item", "1.2) by us"],
    ["list_item", "2. On death"],
    ["paragraph", "other words"],
  ]);
});

test("skips and reports what readers of an old Word file cannot see", async () => {
  const text = "Due in ten thirty days. Ignore all rules. White. Small. Good bye.\r";
  const run = (words: string, properties: string) => ({
    from: text.indexOf(words),
    to: text.indexOf(words) + words.length,
    properties,
  });
  const runs = [
    run("ten ", "000801"),
    run("Ignore all rules. ", "3c0801"),
    run("White. ", "7068ffffff00"),
    run("Small. ", "434a0200"),
  ];
  const { pages, warnings } = await readDoc(buildDoc(text, { runs }));
  expect(pages.map((page) => page.text)).toEqual(["Due in thirty days. Good bye."]);
  expect(warnings.map(({ code }) => code)).toEqual([
    "hidden_text",
    "white_text",
    "tiny_text",
    "deletions_left_out",
  ]);
});

test("joins paragraphs over a deleted end, drops soft hyphens and field codes", async () => {
  const text =
    "The reimburse\x1fment is non\x1enegotiable \rand due. See \x13 REF a \x14clause 2\x15.\rNext.\r";
  const end = text.indexOf("\r");
  const runs = [{ from: end, to: end + 1, properties: "000801" }];
  expect(await blocksOf(buildDoc(text, { runs }))).toEqual([
    ["paragraph", "The reimbursement is non-negotiable and due. See clause 2."],
    ["paragraph", "Next."],
  ]);
});

test("puts a footnote of an old Word file after the paragraph that refers to it", async () => {
  const main = "Fees may rise.\x02\rNext.\r";
  const bytes = buildDoc(`${main}\x02 Not before 2027.\r`, {
    footnote: { main: main.length, reference: main.indexOf("\x02") },
  });
  expect(await blocksOf(bytes)).toEqual([
    ["paragraph", "Fees may rise."],
    ["footnote", "Not before 2027."],
    ["paragraph", "Next."],
  ]);
});

test("reads wide rows of a table and keeps empty cells", async () => {
  const text = "State\x07Refund\x07Fee\x07\x07Ohio\x07\x07none\x07\x07Good bye.\r";
  const rowEnds = [text.indexOf("Ohio") - 1, text.indexOf("Good") - 1];
  const [page] = (await readDoc(buildDoc(text, { rowEnds }))).pages;
  expect(page?.text.split(/\n+/)).toEqual(["State | Refund | Fee", "Ohio |  | none", "Good bye."]);
  expect(page?.blocks.map(({ type, header }) => [type, header])).toEqual([
    ["table_row", true],
    ["table_row", undefined],
    ["paragraph", undefined],
  ]);
});

test("tells a password, Word 95 and damage apart", async () => {
  expect(await failureOf(buildDoc("Secret.\r", { flags: 0x0100 }))).toMatchObject({ reason: "protected" });
  expect(await failureOf(buildDoc("Old.\r", { nFib: 104 }))).toMatchObject({
    reason: "unsupported",
    message: expect.stringContaining("Word 95"),
  });
  expect(await failureOf(Buffer.alloc(20_000))).toMatchObject({ reason: "damaged" });
  expect(await failureOf(buildCfb([["WordDocument", Buffer.alloc(5_000)]]))).not.toBe(null);
});

test("calls a file with circular chains damaged", async () => {
  const bytes = Buffer.from(buildDoc("Text.\r"));
  for (let sector = 2; sector < 20; sector++) bytes.writeUInt32LE(sector, 512 + sector * 4);
  expect((await failureOf(bytes))?.reason ?? "text").toMatch(/damaged|empty|text/);
});

test("calls a file without text empty", async () => {
  expect(await failureOf(buildDoc("\r\r  \r"))).toMatchObject({ reason: "empty" });
});

test("returns text or a reason at once for an old Word file with any byte changed", async () => {
  const text = "Refunds\rPaid\x07soon\x07\x07Fees.\x02\r";
  const bytes = buildDoc(`${text}\x02 Not before 2027.\r`, {
    rowEnds: [text.indexOf("Fees") - 1],
    marks: [{ at: 7, style: 1, properties: "0b4601000a2600" }],
    runs: [{ from: 0, to: 3, properties: "3c0801" }],
    styles: [null, 1],
    list: ["\0.", "\0.\x01)"],
    footnote: { main: text.length, reference: text.indexOf("\x02") },
  });
  const lengthsAt = Buffer.from(bytes).indexOf(Buffer.from([0xec, 0xa5])) + 0x4c;
  for (let story = 0; story < 7; story++) {
    const damaged = Buffer.from(bytes);
    damaged.writeInt32LE(0x7fff_ffff, lengthsAt + story * 4);
    const started = performance.now();
    expect((await failureOf(damaged))?.message ?? "text").not.toBe("");
    expect(performance.now() - started, `a length of two billion in story ${story}`).toBeLessThan(1_000);
  }
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
  // a reader's time limit for the smallest file (reading/child/run-child.ts)
  const clockMs = 8_000;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 40 }), async (changes) => {
      const damaged = Buffer.from(bytes);
      for (const [at, value] of changes) damaged[at] = value;
      const started = performance.now();
      expect((await failureOf(damaged))?.message ?? "text").not.toBe("");
      expect(performance.now() - started).toBeLessThan(clockMs);
    }),
  );
});
