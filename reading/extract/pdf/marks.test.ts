import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import type { Extraction } from "../extraction.ts";
import { readPdf } from "./pdf.ts";

const textOf = ({ pages }: Extraction) => pages.map(({ text }) => text).join("\n");
const linesOf = (read: Extraction) => textOf(read).split(/\n+/);

/** A circle of four curves. */
function circle(x: number, y: number, radius: number): string {
  const bend = radius * 0.5523;
  return [
    `${x + radius} ${y} m`,
    `${x + radius} ${y + bend} ${x + bend} ${y + radius} ${x} ${y + radius} c`,
    `${x - bend} ${y + radius} ${x - radius} ${y + bend} ${x - radius} ${y} c`,
    `${x - radius} ${y - bend} ${x - bend} ${y - radius} ${x} ${y - radius} c`,
    `${x + bend} ${y - radius} ${x + radius} ${y - bend} ${x + radius} ${y} c`,
  ].join(" ");
}

type Draw = (x: number, y: number) => string;

const SIDE = 10;
const boxes: Record<string, Draw> = {
  "a rectangle": (x, y) => `0.8 w ${x} ${y} 10 10 re S`,
  "a rectangle with a white ground": (x, y) => `q 1 g 0.8 w ${x} ${y} 10 10 re B Q`,
  "a rectangle with a light ground": (x, y) => `q 0.9 0.93 1 rg 0.8 w ${x} ${y} 10 10 re B Q`,
  "a white rectangle on a dark one": (x, y) => `q 0 g ${x} ${y} 10 10 re f 1 g ${x + 1} ${y + 1} 8 8 re f Q`,
  "a rectangle with a hole": (x, y) => `${x} ${y} 10 10 re ${x + 1} ${y + 1} 8 8 re f*`,
  "four sides": (x, y) => `${x} ${y} m ${x + 10} ${y} l ${x + 10} ${y + 10} l ${x} ${y + 10} l h S`,
  "four lines": (x, y) =>
    `${x} ${y} m ${x + 10} ${y} l S ${x} ${y + 10} m ${x + 10} ${y + 10} l S ${x} ${y} m ${x} ${y + 10} l S ${x + 10} ${y} m ${x + 10} ${y + 10} l S`,
  "four lines of one path": (x, y) =>
    `${x} ${y} m ${x + 10} ${y} l ${x} ${y + 10} m ${x + 10} ${y + 10} l ${x} ${y} m ${x} ${y + 10} l ${x + 10} ${y} m ${x + 10} ${y + 10} l S`,
  "four thin areas": (x, y) =>
    `${x} ${y} 10 0.7 re f ${x} ${y + 9.3} 10 0.7 re f ${x} ${y} 0.7 10 re f ${x + 9.3} ${y} 0.7 10 re f`,
  "two borders": (x, y) => `${x} ${y} 10 10 re S ${x + 1.2} ${y + 1.2} 7.6 7.6 re S`,
  "a moved square": (x, y) => `q 2 0 0 2 ${x} ${y} cm 0.4 w 0 0 5 5 re S Q`,
  "a form": (x, y) => `q 1 0 0 1 ${x} ${y} cm /X Do Q`,
};
const ticks: Record<string, Draw> = {
  "two lines": (x, y) =>
    `${x + 2} ${y + 2} m ${x + 8} ${y + 8} l S ${x + 2} ${y + 8} m ${x + 8} ${y + 2} l S`,
  "two lines of one path": (x, y) =>
    `${x + 2} ${y + 2} m ${x + 8} ${y + 8} l ${x + 2} ${y + 8} m ${x + 8} ${y + 2} l S`,
  "lines beyond the box": (x, y) =>
    `1.2 w ${x - 1} ${y - 1.5} m ${x + 11} ${y + 11} l S ${x + 11} ${y - 0.5} m ${x - 1} ${y + 10.5} l S`,
  "a check": (x, y) => `1.4 w ${x + 2} ${y + 5} m ${x + 4} ${y + 2} l ${x + 8} ${y + 8} l S`,
  "a curved check": (x, y) =>
    `1.5 w ${x + 1} ${y + 5} m ${x + 2} ${y + 4} ${x + 3} ${y + 2} ${x + 4} ${y + 1} c ${x + 6} ${y + 6} ${x + 9} ${y + 11} ${x + 13} ${y + 14} c S`,
  "a filled check": (x, y) =>
    `${x + 2} ${y + 5} m ${x + 4} ${y + 2} l ${x + 8} ${y + 8} l ${x + 4} ${y + 4} l h f`,
  "a smaller square": (x, y) => `${x + 2.5} ${y + 2.5} 5 5 re f`,
};

/** A form that draws a box, as object 8. */
const boxForm = {
  resources: "/XObject<</X 8 0 R>>/Font<</F1 3 0 R/F2 4 0 R/Z 9 0 R>>",
  parts: [
    "<</Type/XObject/Subtype/Form/BBox[-1 -1 12 12]/Length 21>>stream\n0.8 w 0 0 10 10 re S \nendstream",
    "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>",
  ],
};
const labels = ["Fire watch posted", "Sprinkler switched off", "Floor wetted", "Gas removed"];
const above = line(72, 760, "Safety measures of the hall:");

/** Labelled boxes under each other; `tick` draws into the first one. */
const formOf = (box: Draw, tick: Draw | null, x = 72, more: Partial<PdfLine> = {}) =>
  buildPdf(
    [
      [
        above,
        ...labels.map((label, at) => {
          const y = 698 - at * 30;
          const drawn = at === 0 && tick !== null ? `${box(x, y)} ${tick(x, y)}` : box(x, y);
          return line(90, y + 2, label, { size: 11, before: drawn, ...more });
        }),
      ],
    ],
    boxForm,
  );

test.each([
  ["a white check", (x: number, y: number) => `q 1 G ${ticks["a check"]?.(x, y)} Q`, "☒"],
  ["a white filled check", (x: number, y: number) => `q 1 g ${ticks["a filled check"]?.(x, y)} Q`, "☒"],
  ["a check that can't be seen", (x: number, y: number) => `q 0 0.4 1 RG ${ticks["a check"]?.(x, y)} Q`, ""],
  ["no check", () => "", ""],
])("reads a box that is filled with a color and has %s in it", async (_, check, sign) => {
  const box = boxes["a rectangle with a white ground"] ?? (() => "");
  const ticked: Draw = (x, y) => `q 0 0.4 1 rg ${x - 0.4} ${y - 0.4} 10.8 10.8 re f Q ${check(x, y)}`;
  const lines = labels.map((label, at) => {
    const y = 698 - at * 30;
    return line(90, y + 2, label, { size: 11, before: (at === 0 ? ticked : box)(72, y) });
  });
  const [first, ...others] = labels;
  expect(linesOf(await readPdf(buildPdf([[above, ...lines]]))).slice(1)).toEqual([
    `${sign} ${first}`.trim(),
    ...others.map((label) => `☐ ${label}`),
  ]);
});

test.each(Object.keys(boxes))("reads boxes to tick drawn as %s", async (name) => {
  const box = boxes[name] ?? (() => "");
  const ticked = await readPdf(formOf(box, ticks["two lines"] ?? null));
  const [first, ...others] = labels;
  expect(linesOf(ticked)).toEqual([above.text, `☒ ${first}`, ...others.map((label) => `☐ ${label}`)]);
  expect(linesOf(await readPdf(formOf(box, null))).slice(1)).toEqual(labels.map((label) => `☐ ${label}`));
});

test.each(Object.keys(ticks))("reads a box with %s in it as ticked, alone too", async (name) => {
  const tick = ticks[name] ?? (() => "");
  const box = boxes["a rectangle"] ?? (() => "");
  expect(linesOf(await readPdf(formOf(box, tick)))[1]).toBe(`☒ ${labels[0]}`);
  const alone = line(90, 700, "The lift is off", { before: `${box(72, 698)} ${tick(72, 698)}` });
  expect(textOf(await readPdf(buildPdf([[alone]])))).toBe("☒ The lift is off");
});

test("reads circles and the one with a dot", async () => {
  const radio = (x: number, isChosen: boolean) =>
    `0.8 w ${circle(x, 704, 5)} s ${isChosen ? `${circle(x, 704, 2.7)} f` : ""}`;
  const page = [
    line(80, 700, "Channel 3", { before: radio(72, false) }),
    line(180, 700, "Channel 8", { before: radio(172, true) }),
    line(280, 700, "Channel 11", { before: radio(272, false) }),
  ];
  expect(textOf(await readPdf(buildPdf([page]))).split("\t")).toEqual([
    "☐ Channel 3",
    "☒ Channel 8",
    "☐ Channel 11",
  ]);
});

test("reads boxes after their labels, and between words, where they are", async () => {
  const box = boxes["a rectangle"] ?? (() => "");
  const tick = ticks["a check"] ?? (() => "");
  const page = [
    line(72, 700, "Own car", { before: box(120, 698) }),
    line(72, 670, "Late return", { before: `${box(140, 668)} ${tick(140, 668)}` }),
    line(72, 640, "The guest may", { before: box(156, 638) }),
    line(170, 640, "smoke"),
  ];
  expect(linesOf(await readPdf(buildPdf([page])))).toEqual([
    "Own car ☐",
    "Late return ☒",
    "The guest may ☐ smoke",
  ]);
});

test("leaves a typed sign in a box as it is, and reads the boxes beside it", async () => {
  const sign: Draw = (x, y) => `BT /Z 11 Tf ${x + 1} ${y + 1} Td (4) Tj ET`;
  const box = boxes["a rectangle"] ?? (() => "");
  expect(linesOf(await readPdf(formOf(box, sign))).slice(1, 3)).toEqual([`✔ ${labels[0]}`, `☐ ${labels[1]}`]);
});

test("reads an x typed in a box as its mark", async () => {
  const sign: Draw = (x, y) => `BT /F1 9 Tf ${x + 2} ${y + 2} Td (X) Tj ET`;
  const box = boxes["a rectangle"] ?? (() => "");
  expect(linesOf(await readPdf(formOf(box, sign))).slice(1, 3)).toEqual([`☒ ${labels[0]}`, `☐ ${labels[1]}`]);
});

test("reads the boxes of a table whose labels stand at the start of the row", async () => {
  const box = boxes["a rectangle"] ?? (() => "");
  const tick = ticks["a check"] ?? (() => "");
  const rows = ["Shift foreman", "Fire officer", "Plant manager"];
  const grid = [504, 484, 464, 444, 424].map((y) => `48 ${y} m 420 ${y} l S`);
  const sides = [48, 240, 318, 420].map((x) => `${x} 504 m ${x} 424 l S`);
  const page = [
    line(90, 700, "Floor wetted", { before: box(72, 698) }),
    line(90, 680, "Gas removed", { before: box(72, 678) }),
    line(52, 490, "Role"), line(250, 490, "Signed"), line(330, 490, "Not signed"),
    ...rows.map((role, at) => {
      const y = 468 - at * 20;
      return line(52, y + 2, role, { before: `${box(262, y)} ${box(350, y)} ${tick(at === 1 ? 350 : 262, y)}` });
    }),
    line(72, 300, "", { before: [...grid, ...sides].join(" ") }),
  ]; // prettier-ignore
  expect(textOf(await readPdf(buildPdf([page])))).toContain(
    "Shift foreman\t☒\t☐\nFire officer\t☐\t☒\nPlant manager\t☒\t☐",
  );
});

const many = (count: number, draw: (at: number) => string) => Array.from({ length: count }, (_, at) => draw(at)).join(" "); // prettier-ignore

test.each<[string, string, string[]]>([
  ["cells of a table", many(8, (at) => `72 ${698 - at * 12} 12 12 re S 84 ${698 - at * 12} 200 12 re S`), []],
  ["cells of short lines", many(6, (at) => `70 ${698 - at * 12} m 82 ${698 - at * 12} l S 70 ${698 - at * 12} m 70 ${710 - at * 12} l S 82 ${698 - at * 12} m 82 ${710 - at * 12} l S`), []],
  ["cells of long lines", many(6, (at) => `72 ${698 - at * 12} 10 10 re S 60 ${698 - at * 12} m 300 ${698 - at * 12} l S`), []],
  ["filled bullets", many(4, (at) => `76 ${701 - at * 30} 6 6 re f`), []],
  ["dots", many(4, (at) => `${circle(79, 704 - at * 30, 2)} f`), []],
  ["small circles", many(4, (at) => `${circle(79, 704 - at * 30, 1.8)} S`), []],
  ["keys of a chart", many(4, (at) => `q 0.${at + 3} 0.2 0.8 rg 72 ${698 - at * 30} 10 10 re B Q`), []],
  ["light keys of a chart", many(4, (at) => `q ${1 - at * 0.08} 0.95 ${0.8 + at * 0.06} rg 72 ${698 - at * 30} 10 10 re B Q`), []],
  ["points of a line chart", many(4, (at) => `40 ${703 - at * 30} m 88 ${703 - at * 30} l S q 1 g ${circle(78, 703 - at * 30, 4)} B Q`), []],
  ["pluses in boxes", many(4, (at) => `72 ${698 - at * 30} 10 10 re S 74 ${703 - at * 30} m 80 ${703 - at * 30} l S 77 ${700 - at * 30} m 77 ${706 - at * 30} l S`), []],
  ["numbers in boxes", many(4, (at) => `70 ${697 - at * 30} 13 13 re S BT /F1 9 Tf 74 ${700 - at * 30} Td (${at + 1}) Tj ET`), ["1", "2", "3", "4"]],
  ["boxes far from the label", many(4, (at) => `40 ${698 - at * 30} 10 10 re S`), []],
  ["large boxes", many(4, (at) => `62 ${695 - at * 30} 19 19 re S`), []],
  ["oblong boxes", many(4, (at) => `70 ${698 - at * 30} 14 9 re S`), []],
  ["a single empty box", "72 698 10 10 re S", []],
  ["checks in circles", many(4, (at) => `${circle(78, 703 - at * 30, 5)} S 75 ${703 - at * 30} m 77 ${700 - at * 30} l 81 ${706 - at * 30} l S`), []],
  ["checks and crosses without an empty box", many(4, (at) => `72 ${698 - at * 30} 10 10 re S 74 ${706 - at * 30} m ${at < 2 ? "" : `76 ${700 - at * 30} l`} 80 ${at < 2 ? 700 - at * 30 : 706 - at * 30} l S ${at < 2 ? `74 ${700 - at * 30} m 80 ${706 - at * 30} l S` : ""}`), []],
  ["a checkered area", many(60, (at) => `${60 + (at % 3) * 8} ${700 - Math.floor(at / 3) * 8} 8 8 re ${at % 2 === 0 ? "f" : "S"}`), []],
  ["hundreds of boxes", many(500, (at) => `${72 + (at % 20) * 20} ${698 - Math.floor(at / 20) * 15} 10 10 re S`), []],
  ["boxes in white", many(4, (at) => `q 1 G 72 ${698 - at * 30} 10 10 re S Q`), []],
  ["boxes outside a clip", `q 300 300 5 5 re W n ${many(4, (at) => `72 ${698 - at * 30} 10 10 re S`)} Q`, []],
  ["underlines", many(4, (at) => `72 ${698 - at * 30} m 84 ${698 - at * 30} l S`), []],
])("reads no boxes to tick in %s", async (_, drawing, signs) => {
  const page = [
    line(72, 760, "Hall 6", { before: drawing }),
    ...labels.map((label, at) => line(90, 700 - at * 30, label, { size: 11 })),
  ];
  const text = textOf(await readPdf(buildPdf([page])));
  expect(text).not.toMatch(/[☐☒]/u);
  for (const word of [...labels, ...signs]) expect(text).toContain(word);
}); // prettier-ignore

test("reads the boxes of a layer that is off as if they weren't drawn", async () => {
  const before = `/OC /A BDC ${many(2, (at) => `72 ${698 - at * 30} 10 10 re S`)} EMC`;
  const page = [line(90, 700, "Floor wetted", { before }), line(90, 670, "Gas removed")];
  const read = await readPdf(
    buildPdf([page], {
      catalog: "/OCProperties<</OCGs[8 0 R]/D<</OFF[8 0 R]>>>>",
      resources: "/Properties<</A 8 0 R>>",
      parts: ["<</Type/OCG/Name(old)>>"],
    }),
  );
  expect(textOf(read)).not.toMatch(/[☐☒]/u);
});

test("gives no second mark to a box that is a field", async () => {
  const page = labels.map((label, at) =>
    line(90, 700 - at * 30, label, { before: `72 ${698 - at * 30} 10 10 re S` }),
  );
  const field =
    "<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/F 4/Rect[72 698 82 708]/AS/Yes/AP<</N<</Yes 9 0 R>>>>>>";
  const appearance = "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 22>>stream\n2 2 m 8 8 l S         \nendstream"; // prettier-ignore
  const read = await readPdf(
    buildPdf([page], {
      catalog: "/AcroForm<</Fields[8 0 R]>>",
      pages: { 0: "/Annots[8 0 R]" },
      parts: [field, appearance],
    }),
  );
  expect(linesOf(read)).toEqual(labels.map((label, at) => `${at === 0 ? "☒" : "☐"} ${label}`));
});

test("keeps boxes at their labels on a page with a drawn annotation", async () => {
  const page = labels.map((label, at) =>
    line(90, 700 - at * 30, label, { before: `72 ${698 - at * 30} 10 10 re S` }),
  );
  const stamp = "<</Type/Annot/Subtype/Stamp/F 4/Rect[300 500 420 520]/AP<</N 9 0 R>>>>";
  const content = "BT /F1 12 Tf 2 4 Td (Approved) Tj ET";
  const read = await readPdf(
    buildPdf([page], {
      pages: { 0: "/Annots[8 0 R]" },
      parts: [stamp, `<</Type/XObject/Subtype/Form/BBox[0 0 120 20]/Resources<</Font<</F1 3 0 R>>>>/Length ${content.length}>>stream\n${content}\nendstream`],
    }),
  ); // prettier-ignore
  expect(linesOf(read)).toEqual([...labels.map((label) => `☐ ${label}`), "Approved"]);
});

test("reads any form of drawn boxes, whatever their size and place", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 2, maxLength: 6 }),
      fc.constantFrom(...Object.keys(boxes).filter((name) => name !== "a form")),
      fc.constantFrom(...Object.keys(ticks)),
      fc.double({ min: 0.7, max: 1.4, noNaN: true }),
      fc.integer({ min: 2, max: 9 }),
      async (isTicked, box, tick, scale, gap) => {
        const page = isTicked.map((ticked, at) => {
          const y = 700 - at * 40;
          const drawn = `${boxes[box]?.(0, 0)} ${ticked ? ticks[tick]?.(0, 0) : ""}`;
          const before = `q ${scale} 0 0 ${scale} 72 ${y - 2} cm ${drawn} Q`;
          return line(72 + SIDE * scale + gap, y, `Rule of hall ${at}`, { size: 11, before });
        });
        expect(linesOf(await readPdf(buildPdf([page])))).toEqual(
          isTicked.map((ticked, at) => `${ticked ? "☒" : "☐"} Rule of hall ${at}`),
        );
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});
