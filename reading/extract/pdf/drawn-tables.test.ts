import { expect, test } from "vitest";
import { readBlocks } from "#reading/fixtures/blocks-of.ts";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import type { Line } from "./letters.ts";
import { readPdf } from "./pdf.ts";
import { joinTagged } from "./tagged-lines.ts";

const readPage = (lines: PdfLine[]) => readBlocks(buildPdf([lines]));
const across = (y: number, from: number, to: number) => `${from} ${y} m ${to} ${y} l S`;
const down = (x: number, from: number, to: number) => `${x} ${from} m ${x} ${to} l S`;
/** Lines at these heights and positions. */
const grid = (ys: number[], xs: number[]) =>
  [
    ...ys.map((y) => across(y, xs[0] ?? 0, xs.at(-1) ?? 0)),
    ...xs.map((x) => down(x, ys.at(-1) ?? 0, ys[0] ?? 0)),
  ].join("\n");
const withLines = (drawing: string, texts: PdfLine[]): PdfLine[] =>
  texts.map((text, index) => (index === 0 ? { ...text, before: drawing } : text));

// drawn line by line across the cells, the shorter cells centered
const products = [
  line(76, 690, "Product"),
  line(152, 690, "Minimum"),
  line(222, 690, "Monthly fee"),
  line(76, 668, "Everyday"),
  line(152, 662, "$25"),
  line(222, 662, "$8"),
  line(76, 655, "Checking"),
  line(76, 638, "Market"),
  line(152, 632, "$2,500"),
  line(222, 632, "$12"),
  line(76, 625, "Plus"),
];
const productRows = [
  ["table_row", "header", "Product\tMinimum\tMonthly fee"],
  ["table_row", "Everyday Checking\t$25\t$8"],
  ["table_row", "Market Plus\t$2,500\t$12"],
];

test("the cells of a table are those between its lines, however they wrap", async () => {
  expect(await readPage(withLines(grid([705, 680, 650, 620], [72, 148, 218, 300]), products))).toEqual(
    productRows,
  );
});

test("figures of neighboring cells stay apart, however close to the line between them", async () => {
  const rows = [
    line(76, 690, "Card"),
    line(205, 690, "Yearly"),
    line(272, 690, "Partner"),
    line(76, 668, "Gold card"),
    // three digits in Helvetica 10 are 16.7 wide
    line(200.5, 668, "190"),
    line(219, 668, "110"),
    line(76, 640, "Silver card"),
    line(206, 640, "95"),
    line(219, 640, "40"),
  ];
  expect(
    await readPage(
      withLines(
        grid([705, 680, 650, 620], [72, 148, 218, 300]),
        rows.map((row) => ({ ...row, size: 10 })),
      ),
    ),
  ).toEqual([
    ["table_row", "header", "Card\tYearly\tPartner"],
    ["table_row", "Gold card\t190\t110"],
    ["table_row", "Silver card\t95\t40"],
  ]);
});

test("a value centered beside the rows that it holds for stands in each of them", async () => {
  const sides = [
    across(705, 72, 300),
    across(680, 72, 300),
    across(655, 148, 218),
    across(630, 148, 218),
    across(605, 72, 300),
  ];
  const drawing = [...sides, ...[72, 148, 218, 300].map((x) => down(x, 605, 705))].join("\n");
  const texts = [
    line(76, 690, "Group"),
    line(152, 690, "Course"),
    line(222, 690, "Instructor"),
    line(76, 640, "Rescue"),
    line(152, 665, "Ropes"),
    line(152, 640, "Ladders"),
    line(152, 615, "Stretchers"),
    line(222, 640, "Captain Ruiz"),
  ];
  expect(await readPage(withLines(drawing, texts))).toEqual([
    ["table_row", "header", "Group\tCourse\tInstructor"],
    ["table_row", "Rescue\tRopes\tCaptain Ruiz"],
    ["table_row", "Rescue\tLadders\tCaptain Ruiz"],
    ["table_row", "Rescue\tStretchers\tCaptain Ruiz"],
  ]);
});

test("lines may be thin filled shapes, the sides of rectangles, or scaled", async () => {
  const bars = [705, 680, 650, 620].map((y) => `72 ${y} 228 0.5 re f`).join("\n");
  const posts = [72, 148, 218, 300].map((x) => `${x} 620 0.5 85 re f`).join("\n");
  expect(await readPage(withLines(`${bars}\n${posts}`, products))).toEqual(productRows);
  const boxes = [705, 680, 650].flatMap((top, row) =>
    [72, 148, 218].map((x, column) => {
      const [right, bottom] = [[148, 218, 300][column] ?? 0, [680, 650, 620][row] ?? 0];
      return `${x} ${bottom} ${right - x} ${top - bottom} re S`;
    }),
  );
  expect(await readPage(withLines(boxes.join("\n"), products))).toEqual(productRows);
  const half = grid([1410, 1360, 1300, 1240], [144, 296, 436, 600]);
  expect(await readPage(withLines(`q 0.5 0 0 0.5 0 0 cm ${half} Q`, products))).toEqual(productRows);
});

test("names over several columns and rows stay above them", async () => {
  const drawing = [
    ...[705, 645, 620].map((y) => across(y, 72, 372)),
    across(675, 172, 272),
    ...[72, 172, 272, 372].map((x) => down(x, 620, x === 272 ? 705 : 705)),
    down(222, 620, 675),
  ].join("\n");
  const rows = await readPage(
    withLines(drawing, [
      line(76, 685, "Substance"),
      line(176, 685, "Limit"),
      line(276, 685, "Measured"),
      line(176, 655, "8 h"),
      line(226, 655, "15 min"),
      line(76, 628, "Quartz"),
      line(176, 628, "0.05"),
      line(226, 628, "0.1"),
      line(276, 628, "yearly"),
    ]),
  );
  expect(rows).toEqual([
    ["table_row", "header", "Substance\tLimit 8 h\tLimit 15 min\tMeasured"],
    ["table_row", "Quartz\t0.05\t0.1\tyearly"],
  ]);
});

test("a table without lines between its rows or columns is read by the position of its text", async () => {
  const names = [line(76, 690, "Year"), line(176, 690, "Premium"), line(276, 690, "Claims")];
  const figures = [1, 2, 3].flatMap((row) => [
    line(76, 680 - row * 15, `203${row}`),
    line(176, 680 - row * 15, `${row},500`),
    line(276, 680 - row * 15, `${row},900`),
  ]);
  const asText = [
    ["table_row", "header", "Year\tPremium\tClaims"],
    ...[1, 2, 3].map((row) => ["table_row", `203${row}\t${row},500\t${row},900`]),
  ];
  const noRows = grid([705, 680, 620], [72, 172, 272, 372]);
  expect(await readPage(withLines(noRows, [...names, ...figures]))).toEqual(asText);
  const noColumns = grid([705, 678, 658, 643, 620], [72, 172, 372]);
  expect(await readPage(withLines(noColumns, [...names, ...figures]))).toEqual(asText);
  const words = [
    line(76, 665, "Glass"),
    line(176, 665, "Two years."),
    line(276, 665, "Monthly"),
    line(76, 650, "Wood"),
    line(176, 650, "One year."),
    line(276, 650, "Weekly"),
  ];
  expect(await readPage(withLines(noRows, [...names, ...words]))).toEqual([
    ["table_row", "header", "Year\tPremium\tClaims"],
    ["table_row", "Glass\tTwo years.\tMonthly"],
    ["table_row", "Wood\tOne year.\tWeekly"],
  ]);
});

test("lines that cross the text don't make a table", async () => {
  const drawing = grid([705, 680, 650], [72, 120, 300]);
  expect(
    await readPage(
      withLines(drawing, [line(76, 690, "Refunds are paid within"), line(76, 660, "ten days of a request")]),
    ),
  ).toEqual([
    ["paragraph", "Refunds are paid within"],
    ["paragraph", "ten days of a request"],
  ]);
});

test("drawn columns of a Hebrew text begin at the right", () => {
  const cell = (row: number, column: number, text: string, left: number): Line => ({
    ...{ text, left, right: left + 40, y: 700 - row * 20, foot: 700 - row * 20, size: 12, bold: false },
    ...{ turned: false, hyphen: false, cells: 1, gaps: [] },
    tag: {
      ...{ element: -row * 10 - column, type: "paragraph", level: 0 },
      cell: {
        table: -1,
        row,
        column,
        isName: false,
        rows: 1,
        columns: 1,
        drawn: { left, right: left + 100 },
      },
    },
  });
  const table = [
    cell(1, 0, "עמלה", 72),
    cell(1, 1, "מוצר", 172),
    cell(2, 0, "12", 72),
    cell(2, 1, "העברה", 172),
  ];
  expect(joinTagged(table).map(({ text }) => text)).toEqual(["מוצר\tעמלה", "העברה\t12"]);
});

test("when a table continues on the next page, its rows there don't name columns", async () => {
  const page = (first: PdfLine[], rows: string[][]): PdfLine[] =>
    withLines(
      grid([705, 680, 655], [72, 272, 472]),
      [...first, ...rows.flatMap((cells, row) => cells.map((text, at) => line(76 + at * 200, 690 - (first.length > 0 ? 25 : 0) - row * 25, text)))], // prettier-ignore
    );
  const names = ["Role", "Duty"].map((text, at) => line(76 + at * 200, 690, text, { font: "bold" }));
  const headers = async (pages: PdfLine[][]) =>
    (await readPdf(buildPdf(pages))).pages.map(({ blocks }) => blocks.filter(({ header }) => header).length);
  const rows = [
    ["Investigator", "Finds the cause"],
    ["Site head", "Approves extensions"],
  ];
  expect(await headers([page(names, rows.slice(0, 1)), page([], rows)])).toEqual([1, 0]);
  // another table, with its own column names
  expect(await headers([page(names, rows.slice(0, 1)), page(names, rows.slice(1))])).toEqual([1, 1]);
});
