import fc from "fast-check";
import { expect, test } from "vitest";
import { blocksOf } from "#reading/fixtures/blocks-of.ts";
import { buildDoc } from "#reading/fixtures/doc.ts";
import { buildDocx, p } from "#reading/fixtures/docx.ts";
import type { Extraction } from "../extraction.ts";
import { readDoc } from "./doc.ts";
import { readDocx } from "./docx.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Word's names and numbers of formats, and how they print one to six. */
const formats: [name: string, code: number, printed: string[]][] = [
  ["decimal", 0, ["1", "2", "3", "4", "5", "6"]],
  ["upperRoman", 1, ["I", "II", "III", "IV", "V", "VI"]],
  ["lowerLetter", 4, ["a", "b", "c", "d", "e", "f"]],
  ["ordinal", 5, ["1st", "2nd", "3rd", "4th", "5th", "6th"]],
  ["cardinalText", 6, ["One", "Two", "Three", "Four", "Five", "Six"]],
  ["ordinalText", 7, ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"]],
  ["decimalZero", 22, ["01", "02", "03", "04", "05", "06"]],
];

type Level = { format: number; isLegal: boolean; restart: number | undefined };
type Paragraph = { level: number; text: string };

const anyLevels = fc.tuple(
  ...[0, 1, 2].map((depth) =>
    fc.record({
      format: fc.nat(formats.length - 1),
      isLegal: fc.boolean(),
      restart: fc.constantFrom(undefined, ...Array.from({ length: depth + 1 }, (_, at) => at)),
    }),
  ),
);
const anyParagraphs = fc.array(
  fc.record({ level: fc.nat(2), text: fc.constantFrom("", "Rules apply.", "Staff report it.") }),
  { minLength: 1, maxLength: 12 },
);

/** `1.a.First` */
const textOf = (depth: number, place: (at: number) => string) =>
  `${Array.from({ length: depth + 1 }, (_, at) => place(at)).join(".")}.`;

const properties = ({ level }: Paragraph) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;

function docxOf(levels: Level[], paragraphs: Paragraph[]): Promise<Extraction> {
  const parts = levels.map(({ format, isLegal, restart }, depth) =>
    [
      `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${formats[format]?.[0]}"/>`,
      restart === undefined ? "" : `<w:lvlRestart w:val="${restart}"/>`,
      isLegal ? "<w:isLgl/>" : "",
      `<w:lvlText w:val="${textOf(depth, (at) => `%${at + 1}`)}"/></w:lvl>`,
    ].join(""),
  );
  const numbering = `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0">${parts.join("")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  return readDocx(
    buildDocx(paragraphs.map((one) => p(one.text, properties(one))).join("") + p("The end."), { numbering }),
  );
}

function docOf(levels: Level[], paragraphs: Paragraph[]): Promise<Extraction> {
  const list = levels.map(({ format, isLegal, restart }, depth) => ({
    text: textOf(depth, (at) => String.fromCharCode(at)),
    format: formats[format]?.[1] ?? 0,
    isLegal,
    ...(restart === undefined ? {} : { restart }),
  }));
  let text = "";
  const marks = paragraphs.map(({ level, text: own }) => {
    text += `${own}\r`;
    return { at: text.length - 1, properties: `0b4601000a26${level.toString(16).padStart(2, "0")}` };
  });
  return readDoc(buildDoc(`${text}The end.\r`, { list, marks }));
}

/** The labels that Word prints, by ECMA-376 17.9. */
function labelsOf(levels: Level[], paragraphs: Paragraph[]): string[] {
  const counts = [0, 0, 0];
  return paragraphs.map(({ level }) => {
    counts[level] = (counts[level] ?? 0) + 1;
    for (const deeper of [1, 2])
      if (deeper > level && level < (levels[deeper]?.restart ?? deeper)) counts[deeper] = 0;
    const { isLegal } = levels[level] ?? { isLegal: false };
    return textOf(level, (at) => {
      const value = Math.max(1, counts[at] ?? 1);
      return isLegal ? String(value) : (formats[levels[at]?.format ?? 0]?.[2][value - 1] ?? String(value));
    });
  });
}

test.each([
  ["docx", docxOf],
  ["doc", docOf],
])("prints the clause numbers of a %s as Word does", async (_, read) => {
  await fc.assert(
    fc.asyncProperty(anyLevels, anyParagraphs, async (levels, paragraphs) => {
      fc.pre(paragraphs.filter(({ level }) => level === 0).length < 7 && paragraphs.length < 7);
      const { pages } = await read(levels, paragraphs);
      const labels = labelsOf(levels, paragraphs);
      const wanted = paragraphs.flatMap(({ text }, at) => (text === "" ? [] : [`${labels[at]} ${text}`]));
      expect(blocksOf(pages[0], "list_item")).toEqual(wanted);
    }),
    { numRuns: 120, seed: 9 },
  );
});

const level = (depth: number, more: string) => `<w:lvl w:ilvl="${depth}">${more}</w:lvl>`;
const numberingOf = (levels: string, more = "") =>
  `<w:numbering xmlns:w="${W}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum>${more}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
const first = (text: string) => p(text, properties({ level: 0, text }));
const textIn = async (body: string, numbering: string, styles = "") =>
  (await readDocx(buildDocx(body, { numbering, styles }))).pages[0]?.text;

test("prints numbers with leading zeros by their example", async () => {
  const custom = `<mc:AlternateContent><mc:Choice><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="R%1"/>`;
  expect(await textIn(first("Lock it.") + first("Close it."), numberingOf(level(0, custom)))).toBe(
    "R001 Lock it.\nR002 Close it.",
  );
});

test("prints no number whose format is unknown", async () => {
  const unknown = `<w:numFmt w:val="ideographZodiac"/><w:lvlText w:val="%1."/>`;
  expect(await textIn(first("Lock it."), numberingOf(level(0, unknown)))).toBe("Lock it.");
});

test("finds the level of a style by the list that names the style", async () => {
  const levels = [0, 1].map((depth) =>
    level(
      depth,
      `<w:numFmt w:val="decimal"/><w:pStyle w:val="L${depth}"/><w:lvlText w:val="${depth === 0 ? "%1" : "%1.%2"}"/>`,
    ),
  );
  const styles = [0, 1].map(
    (depth) =>
      `<w:style w:styleId="L${depth}"><w:name w:val="L${depth}"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`,
  );
  const body = p("Refunds", '<w:pStyle w:val="L0"/>') + p("Pay in 10 days.", '<w:pStyle w:val="L1"/>');
  expect(await textIn(body, numberingOf(levels.join("")), styles.join(""))).toBe(
    "1 Refunds\n1.1 Pay in 10 days.",
  );
});

test("reads the number of a cell that has nothing else", async () => {
  const numbering = numberingOf(level(0, `<w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/>`));
  const row = (text: string) => `<w:tr><w:tc>${first("")}</w:tc><w:tc>${p(text)}</w:tc></w:tr>`;
  expect(await textIn(`<w:tbl>${row("Lock it.")}${row("Close it.")}</w:tbl>`, numbering)).toBe(
    "1 | Lock it.\n2 | Close it.",
  );
});

test("counts no paragraph whose mark is hidden", async () => {
  const numbering = numberingOf(level(0, `<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/>`));
  const hidden = p("", `${properties({ level: 0, text: "" })}<w:rPr><w:vanish/></w:rPr>`);
  expect(await textIn(hidden + first("Lock it."), numbering)).toBe("1. Lock it.");
});

test("reads a file whose lists and styles refer to themselves", async () => {
  const itself = `<w:abstractNum w:abstractNumId="0"><w:styleLink w:val="S"/><w:numStyleLink w:val="S"/></w:abstractNum>`;
  const numbering = `<w:numbering xmlns:w="${W}">${itself}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
  const styles = `<w:style w:styleId="S"><w:basedOn w:val="S"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`;
  expect(await textIn(first("Lock it.") + p("Close it.", '<w:pStyle w:val="S"/>'), numbering, styles)).toBe(
    "Lock it.\n\nClose it.",
  );
});

test.each([
  ["Chapter", 6, "Chapter Two Storage"],
  ["Article", 1, "Article II Storage"],
  ["Section", 0, "Section 2 Storage"],
])("takes short items that Word numbers as %s for headings", async (kind, code, wanted) => {
  const [name = ""] = formats.find((format) => format[1] === code) ?? [];
  const level = (depth: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0">${level(0, name, `${kind} %1`)}${level(1, "ordinal", "%2 duty:")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
  const items: Paragraph[] = [
    { level: 0, text: "Safety" },
    { level: 1, text: "Report leaks." },
    { level: 0, text: "Storage" },
    { level: 1, text: "Lock the store." },
  ];
  const body = items.map((one) => p(one.text, properties(one))).join("");
  const docx = await readDocx(buildDocx(body, { numbering }));
  const text = items.map((one) => `${one.text}\r`).join("");
  const ends = [...text.matchAll(/\r/g)].map(({ index }) => index);
  const doc = await readDoc(
    buildDoc(text, {
      list: [
        { text: `${kind} \0`, format: code },
        { text: "\x01 duty:", format: 5 },
      ],
      marks: items.map((one, at) => ({ at: ends[at] ?? 0, properties: `0b4601000a260${one.level}` })),
    }),
  );
  for (const read of [docx, doc]) {
    expect(read.pages.flatMap((page) => blocksOf(page, "heading"))).toEqual([
      expect.stringMatching(new RegExp(`^${kind} .*Safety$`)),
      wanted,
    ]);
  }
});
