import { expect, test } from "vitest";

import { buildCfb, buildDoc } from "../fixtures/doc.ts";
import { readDoc } from "./doc.ts";
import { Unreadable } from "./reading.ts";

const failureOf = (bytes: Uint8Array) =>
  readDoc(bytes).then(
    () => null,
    (error: unknown) => (error instanceof Unreadable ? error.failure : null),
  );

test("an old Word file gives its paragraphs, numbered headings and table rows", async () => {
  const { pages, kind } = await readDoc(
    buildDoc(
      "Section 2 Late Payment\rPremiums are due monthly – without notice.\rPlan\x07Price\rGood bye.\r",
    ),
  );
  const [page] = pages;
  expect(kind).toBe("doc");
  expect(page?.blocks.map((block) => [block.type, page.text.slice(block.start, block.end)])).toEqual([
    ["heading", "Section 2 Late Payment"],
    ["paragraph", "Premiums are due monthly – without notice."],
    ["table_row", "Plan | Price"],
    ["paragraph", "Good bye."],
  ]);
});

test("rows whose end is written aside, as of wide tables, are rows; empty cells keep their place", async () => {
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

test("a password, Word 95 and damage are told apart", async () => {
  expect(await failureOf(buildDoc("Secret.\r", { flags: 0x0100 }))).toMatchObject({ reason: "protected" });
  expect(await failureOf(buildDoc("Old.\r", { nFib: 104 }))).toMatchObject({
    reason: "unsupported",
    message: expect.stringContaining("Word 95"),
  });
  expect(await failureOf(Buffer.alloc(20_000))).toMatchObject({ reason: "damaged" });
  expect(await failureOf(buildCfb([["WordDocument", Buffer.alloc(5_000)]]))).not.toBe(null);
});

test("a file whose chains point at themselves ends as damaged", async () => {
  const bytes = Buffer.from(buildDoc("Text.\r"));
  for (let sector = 2; sector < 20; sector++) bytes.writeUInt32LE(sector, 512 + sector * 4);
  expect((await failureOf(bytes))?.reason ?? "text").toMatch(/damaged|empty|text/);
});

test("a file without text is empty", async () => {
  expect(await failureOf(buildDoc("\r\r  \r"))).toMatchObject({ reason: "empty" });
});
