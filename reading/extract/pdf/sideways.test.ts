import { expect, test } from "vitest";
import { readBlocks } from "#reading/fixtures/blocks-of.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { buildTaggedPdf, element } from "#reading/fixtures/tagged-pdf.ts";

/** Text that runs up from a place, or down. */
const sideways = (x: number, y: number, text: string, isDown = false) =>
  line(0, 0, "", {
    before: `BT /F1 10 Tf ${isDown ? "0 -1 1 0" : "0 1 -1 0"} ${x} ${y} Tm (${text}) Tj ET`,
  });

/** Widths of Helvetica's letters, in sizes of the font; others are 0.556. */
const WIDTHS: Record<string, number> = {
  A: 0.667,
  l: 0.222,
  i: 0.222,
  r: 0.333,
  m: 0.833,
  t: 0.278,
  s: 0.5,
  F: 0.611,
  " ": 0.278,
};

/** Text that runs up, one letter after the other. */
function byLetter(x: number, y: number, text: string) {
  let at = y;
  return Array.from(text, (letter) => {
    const drawn = sideways(x, at, letter);
    at += 10 * (WIDTHS[letter] ?? 0.556);
    return drawn;
  });
}

const edges = (xs: number[], ys: number[]) => {
  const [left, right, top, bottom] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
  return line(0, 0, "", {
    before: [
      ...ys.map((y) => `${left} ${y} m ${right} ${y} l S`),
      ...xs.map((x) => `${x} ${bottom} m ${x} ${top} l S`),
    ].join(" "),
  });
};

const values = [
  ["Harbor", "1", "2"],
  ["Airport", "3", "4"],
  ["Depot", "5", "6"],
];
const cells = values.map((row, at) => row.map((text, column) => line(76 + column * 60, 605 - at * 20, text)));
const lines = edges([72, 132, 192, 252], [720, 620, 600, 580, 560]);
const names = [
  ["table_row", "header", "Site\tAlarm test\tFire drill"],
  ...values.map((row) => ["table_row", row.join("\t")]),
];

test.each([
  ["up", [sideways(165, 630, "Alarm test"), sideways(225, 630, "Fire drill")]],
  ["down", [sideways(160, 710, "Alarm test", true), sideways(220, 710, "Fire drill", true)]],
  ["up letter by letter", [...byLetter(165, 630, "Alarm test"), ...byLetter(225, 630, "Fire drill")]],
])("names of columns that run %s belong to their columns", async (_, written) => {
  const page = [lines, line(76, 630, "Site"), ...cells.flat(), ...written];
  expect(await readBlocks(buildPdf([page]))).toEqual(names);
});

test("names of columns that run up and lack tags belong to the tagged table", async () => {
  const rows = cells.map((row) => element("TR", row.map((cell) => element("TD", [cell])))); // prettier-ignore
  const head = element("TR", [element("TH", [line(76, 630, "Site")])]);
  const written = [lines, sideways(165, 630, "Alarm test"), sideways(225, 630, "Fire drill")];
  expect(await readBlocks(buildTaggedPdf([element("Table", [head, ...rows])], written))).toEqual(names);
});

test("a name that runs up beside several rows belongs to each", async () => {
  const frame = line(0, 0, "", {
    before:
      "72 640 m 252 640 l S 72 620 m 252 620 l S 132 600 m 252 600 l S 132 580 m 252 580 l S 72 560 m 252 560 l S 72 640 m 72 560 l S 132 640 m 132 560 l S 192 640 m 192 560 l S 252 640 m 252 560 l S",
  });
  const head = ["Group", "Tool", "Fee"].map((text, column) => line(76 + column * 60, 625, text));
  const tools = ["Drill", "Saw", "Lamp"].flatMap((tool, at) => [
    line(136, 605 - at * 20, tool),
    line(196, 605 - at * 20, `${12 + at}`),
  ]);
  const page = [frame, ...head, ...tools, sideways(105, 570, "Indoor")];
  expect(await readBlocks(buildPdf([page]))).toEqual([
    ["table_row", "header", "Group\tTool\tFee"],
    ["table_row", "Indoor\tDrill\t12"],
    ["table_row", "Indoor\tSaw\t13"],
    ["table_row", "Indoor\tLamp\t14"],
  ]);
});

test("a slanted text across a table belongs to none of its cells", async () => {
  const mark = line(0, 0, "", { before: "BT /F1 60 Tf 0.7 0.7 -0.7 0.7 90 565 Tm (DRAFT) Tj ET" });
  const head = ["Site", "Alarm", "Drill"].map((text, column) => line(76 + column * 60, 630, text));
  const blocks = await readBlocks(buildPdf([[lines, ...head, ...cells.flat(), mark]]));
  expect(blocks.filter(([type]) => type === "table_row")).toEqual([
    ["table_row", "header", "Site\tAlarm\tDrill"],
    ...values.map((row) => ["table_row", row.join("\t")]),
  ]);
});
