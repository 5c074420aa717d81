import { expect, test } from "vitest";

import { Unreadable } from "./reading.ts";
import { readTxt } from "./txt.ts";

const textOf = async (bytes: Uint8Array) => (await readTxt(bytes)).pages.map((page) => page.text).join("\n");
const GERMAN = "Die Prämie ist jährlich fällig; über Änderungen entscheidet die Gesellschaft.";
const latin = (text: string) => Buffer.from(text, "latin1");

test("the usual encodings are read without being told which", async () => {
  expect(await textOf(Buffer.from(GERMAN))).toBe(GERMAN);
  expect(await textOf(Buffer.from(`\ufeff${GERMAN}`))).toBe(GERMAN);
  expect(await textOf(latin(GERMAN))).toBe(GERMAN);
  expect(await textOf(Buffer.from(`\ufeff${GERMAN}`, "utf16le"))).toBe(GERMAN);
  expect(await textOf(Buffer.from(GERMAN, "utf16le"))).toBe(GERMAN);
  expect(await textOf(Buffer.from(GERMAN, "utf16le").swap16())).toBe(GERMAN);
});

test("curly quotes of Windows are quotes, and the guess is said", async () => {
  const bytes = Buffer.from([
    ...latin("The "),
    0x93,
    ...latin("Plan"),
    0x94,
    ...latin(" covers the member"),
    0x92,
    ...latin("s family."),
  ]);
  expect(await textOf(bytes)).toBe("The “Plan” covers the member’s family.");
  expect((await readTxt(bytes)).warnings.map((warning) => warning.code)).toEqual(["guessed_encoding"]);
});

test("UTF-8 cut inside a letter keeps all the rest", async () => {
  const bytes = Buffer.from(`${GERMAN} Höhe: 5 €`);
  const extraction = await readTxt(bytes.subarray(0, bytes.length - 1));
  expect(extraction.pages[0]?.text).toContain(`${GERMAN} Höhe: 5`);
  expect(extraction.warnings.map((warning) => warning.code)).toEqual(["mixed_encodings"]);
});

test("NUL, terminal escapes, overrides and tag letters are taken out and counted", async () => {
  const extraction = await readTxt(
    Buffer.from("Pay\0ment \x1b[31mdue\x1b[0m \u202Enow\u202C.\u{E0041}\u{E0042}"),
  );
  expect(extraction.pages[0]?.text).toBe("Payment due now.");
  expect(extraction.warnings.map((warning) => warning.code)).toEqual([
    "control_characters",
    "invisible_characters",
  ]);
});

test("form feeds are page breaks and blank lines part paragraphs", async () => {
  const { pages } = await readTxt(Buffer.from("One.\n\nTwo lines\nof one paragraph.\fThree."));
  expect(pages.map((page) => page.blocks.map((block) => page.text.slice(block.start, block.end)))).toEqual([
    ["One.", "Two lines\nof one paragraph."],
    ["Three."],
  ]);
});

test("headings by number, by mark and in capitals, lists and tab-separated rows are recognised", async () => {
  const { pages } = await readTxt(
    Buffer.from(
      "4.2 Late Payment\n\nText follows.\n\nGENERAL PROVISIONS\n\n- first\n- second\n\nPlan\tPrice\nBasic\t20\n",
    ),
  );
  expect(pages[0]?.blocks.map((block) => [block.type, block.level])).toEqual([
    ["heading", 2],
    ["paragraph", undefined],
    ["heading", 3],
    ["list_item", undefined],
    ["list_item", undefined],
    ["table_row", undefined],
    ["table_row", undefined],
  ]);
});

test("white space is no text", async () => {
  await expect(readTxt(Buffer.from(" \n\t\n"))).rejects.toBeInstanceOf(Unreadable);
});

test("one endless line is read whole, in parts of readable size", async () => {
  const { words, pages } = await readTxt(Buffer.from("word ".repeat(200_000)));
  expect(words).toBe(200_000);
  expect(pages.map((page) => page.text).join(" ")).toBe("word ".repeat(200_000).trim());
  expect(Math.max(...pages.map((page) => page.text.length))).toBeLessThan(7_000);
});
