import { expect, test } from "vitest";

import { Unreadable } from "../reading.ts";
import { readTxt } from "./txt.ts";

const textOf = async (bytes: Uint8Array) => (await readTxt(bytes)).pages.map((page) => page.text).join("\n");
const GERMAN = "Die Prämie ist jährlich fällig; über Änderungen entscheidet die Gesellschaft.";
const latin = (text: string) => Buffer.from(text, "latin1");

test("detects common encodings", async () => {
  expect(await textOf(Buffer.from(GERMAN))).toBe(GERMAN);
  expect(await textOf(Buffer.from(`\ufeff${GERMAN}`))).toBe(GERMAN);
  expect(await textOf(latin(GERMAN))).toBe(GERMAN);
  expect(await textOf(Buffer.from(`\ufeff${GERMAN}`, "utf16le"))).toBe(GERMAN);
  expect(await textOf(Buffer.from(GERMAN, "utf16le"))).toBe(GERMAN);
  expect(await textOf(Buffer.from(GERMAN, "utf16le").swap16())).toBe(GERMAN);
});

test("reads Windows curly quotes and reports the guess", async () => {
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

test("keeps the rest of UTF-8 that is cut inside a letter", async () => {
  const bytes = Buffer.from(`${GERMAN} Höhe: 5 €`);
  const extraction = await readTxt(bytes.subarray(0, bytes.length - 1));
  expect(extraction.pages[0]?.text).toContain(`${GERMAN} Höhe: 5`);
  expect(extraction.warnings.map((warning) => warning.code)).toEqual(["mixed_encodings"]);
});

test("removes and counts NUL, terminal escapes, overrides and tag letters", async () => {
  const extraction = await readTxt(
    Buffer.from("Pay\0ment \x1b[31mdue\x1b[0m \u202Enow\u202C.\u{E0041}\u{E0042}"),
  );
  expect(extraction.pages[0]?.text).toBe("Payment due now.");
  expect(extraction.warnings.map((warning) => warning.code)).toEqual([
    "control_characters",
    "invisible_characters",
  ]);
});

test("the sections of a chapter, numbered through, stand below it", async () => {
  const { pages } = await readTxt(
    Buffer.from(
      "CHAPTER I - DOORS\n\n§ 1 Locks\nThe doors are locked at 20:00.\n\nCHAPTER II - WASTE\n\n§ 2 Paper\nPaper is collected.\n",
    ),
  );
  const levels = pages[0]?.blocks.flatMap(({ level }) => (level === undefined ? [] : [level])) ?? [];
  expect(levels).toHaveLength(4);
  expect(levels[0]).toBeLessThan(levels[1] ?? 0);
  expect([levels[2], levels[3]]).toEqual([levels[0], levels[1]]);
});

test("treats form feeds as page breaks and blank lines as paragraph breaks", async () => {
  const { pages } = await readTxt(Buffer.from("One.\n\nTwo lines\nof one paragraph.\fThree."));
  expect(pages.map((page) => page.blocks.map((block) => page.text.slice(block.start, block.end)))).toEqual([
    ["One.", "Two lines\nof one paragraph."],
    ["Three."],
  ]);
});

test("takes an underlined line for a heading, and drops drawn lines", async () => {
  const { pages } = await readTxt(
    Buffer.from(
      [
        "RETURNS AND REPAIRS",
        "===================",
        "",
        "1. Right of return",
        "------------------",
        "You may return any item within 45 days.",
        "",
        "Gift cards",
        "----------",
        "",
        "Gift cards are final sale.",
        "",
        "* * *",
        "----------------------------------------",
        "",
        "- not used",
      ].join("\n"),
    ),
  );
  const found = pages[0]?.blocks.map(({ type, level, start, end }) => [
    level ?? type,
    pages[0]?.text.slice(start, end),
  ]);
  expect(found).toEqual([
    [1, "RETURNS AND REPAIRS"],
    [1, "1. Right of return"],
    ["paragraph", "You may return any item within 45 days."],
    [2, "Gift cards"],
    ["paragraph", "Gift cards are final sale."],
    ["list_item", "* * *"],
    ["list_item", "- not used"],
  ]);
});

test("recognizes headings by number, mark and capitals, lists and tab-separated rows", async () => {
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

test("treats white space as an empty file", async () => {
  await expect(readTxt(Buffer.from(" \n\t\n"))).rejects.toBeInstanceOf(Unreadable);
});

test("splits one endless line into readable parts", async () => {
  const { words, pages } = await readTxt(Buffer.from("word ".repeat(200_000)));
  expect(words).toBe(200_000);
  expect(pages.map((page) => page.text).join(" ")).toBe("word ".repeat(200_000).trim());
  expect(Math.max(...pages.map((page) => page.text.length))).toBeLessThan(7_000);
});

test("tells ISO-2022-JP, stray bytes, Western and Macintosh encodings apart", async () => {
  const jis = "\x1b$BJ]816b\x1b(B and \x1b$BJ]816b\x1b(B are paid.";
  expect(await textOf(latin(jis))).toBe("保険金 and 保険金 are paid.");
  const foreign = Buffer.concat([Buffer.from("Café “Zoë” naïve £5 €6 – "), Buffer.from([0xff, 0x80])]);
  expect(await textOf(foreign)).toContain("Café “Zoë” naïve £5 €6 –");
  expect(await textOf(Buffer.from([...latin("Caf\xe9 fees: \xa35 "), 0x96, ...latin(" "), 0x93, ...latin("na\xefve"), 0x94]))).toBe("Café fees: £5 – “naïve”"); // prettier-ignore
  expect(await textOf(latin("The caf\x8e pays.\rThe na\x95ve na\x95ve pay \xdb5.\r"))).toContain(
    "The café pays.",
  );
});

const blocksOf = async (text: string) => {
  const [page] = (await readTxt(Buffer.from(text))).pages;
  return page?.blocks.map(({ type, level, header, start, end }) => [
    `${type}${level ?? ""}${header === true ? "!" : ""}`,
    page.text.slice(start, end),
  ]);
};

test("reads tables drawn with bars, borders, spaces or tabs, empty cells included", async () => {
  const rows = [
    ["table_row!", "Cover | Limit | Excess"],
    ["table_row", "Fire | 500,000 | 250"],
    ["table_row", "Theft |  | 500"],
  ];
  const bars = "| Cover | Limit | Excess |\n|---|:--|--:|\n| Fire | 500,000 | 250 |\n| Theft |  | 500 |\n";
  const loose = "Cover | Limit | Excess\n--- | --- | ---\nFire | 500,000 | 250\nTheft |  | 500\n";
  const drawn =
    "+-------+---------+\n| Cover | Limit   |\n+-------+---------+\n| Fire  | 500,000 |\n|       | a year  |\n+-------+---------+\n| Theft | 500     |\n+-------+---------+\n";
  const spaces =
    "Cover      Limit  Excess\n-----    -------  ------\nFire     500,000     250\nTheft                500\n";
  const tabs = "Cover\tLimit\tExcess\nFire\t500,000\t250\nTheft\t\t500\n";
  for (const text of [bars, loose, spaces, tabs]) expect(await blocksOf(text)).toEqual(rows);
  expect(await blocksOf(drawn)).toEqual([
    ["table_row!", "Cover | Limit"],
    ["table_row", "Fire | 500,000 a year"],
    ["table_row", "Theft | 500"],
  ]);
  expect(await blocksOf("Phone\t\t555 01\nFax\t555 02\n")).toEqual([
    ["table_row", "Phone | 555 01"],
    ["table_row", "Fax | 555 02"],
  ]);
});

test("does not mistake hanging labels or double spaces for a table", async () => {
  expect((await blocksOf("(a)  war;\n(b)  wear;\n(c)  vermin.\n"))?.map(([type]) => type)).toEqual([
    "list_item",
    "list_item",
    "list_item",
  ]);
  const prose =
    "It is paid.  Nothing else is owed to anyone who\nhas left.  The rest of the sum goes to the heirs of\nthe member.  They are told of it within a month.\n";
  expect((await blocksOf(prose))?.map(([type]) => type)).toEqual(["paragraph"]);
});

test("accepts headings right above their text, and finds none in lists", async () => {
  const wrapped =
    "The building is the house at the insured address, with the garage,\nthe walls and the paved paths around it.\nThe garden is not part of the building, nor is a pool that stands in\nit.\n";
  expect(await blocksOf(`1.1 Building\n${wrapped}\n1. Fire\n2. Theft\n`)).toEqual([
    ["heading2", "1.1 Building"],
    ["paragraph", wrapped.split("\n").slice(0, 2).join("\n")],
    ["paragraph", wrapped.split("\n").slice(2, 4).join("\n")],
    ["list_item", "1. Fire"],
    ["list_item", "2. Theft"],
  ]);
});
