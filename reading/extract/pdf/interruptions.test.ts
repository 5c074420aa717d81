import { expect, test } from "vitest";
import { blocksOf } from "#reading/fixtures/blocks-of.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { splitIntoPassages } from "#reading/split/split.ts";
import { readPdf } from "./pdf.ts";

const FIRST = ["The branch keeps each visitor card", "for ninety days and burns it after", "that"];
const SECOND = ["asks for it in writing before the", "ninety days are over."];
const WHOLE =
  "The branch keeps each visitor card for ninety days and burns it after that, unless a court or the board asks for it in writing before the ninety days are over.";

const column = (x: number, y: number, texts: string[]) =>
  texts.map((text, at) => line(x, y - at * 14, text, { size: 11 }));

/** The first half of a sentence, with the raised mark of its note, and the note. */
const half = (y: number, note: string, size: number) => [
  ...column(60, y, FIRST),
  line(80, y - 24, "1", { size: 7 }),
  line(84, y - 28, ", unless a court or the board", { size: 11 }),
  line(60, y - 78, `1  ${note}`, { size }),
];

test.each([
  ["small", 9, "Cards of staff are not burned."],
  ["as large as the text, without a full stop", 11, "Cards of staff are not burned"],
])("a sentence goes on in the next column over a note that is %s", async (_, size, note) => {
  const { pages } = await readPdf(buildPdf([[...half(700, note, size), ...column(320, 700, SECOND)]]));
  expect(blocksOf(pages[0], "paragraph").map((text) => text?.replace(" ,", ","))).toEqual([WHOLE]);
  expect(blocksOf(pages[0], "footnote")).toEqual([note]);
});

test("a sentence goes on over the page, and its note stands before it", async () => {
  const { pages } = await readPdf(
    buildPdf([half(160, "Cards of staff are not burned.", 9), column(60, 740, SECOND)]),
  );
  const [passage] = splitIntoPassages({ pages });
  expect(passage?.text.replace(" ,", ",")).toBe(`Cards of staff are not burned.\n\n${WHOLE}`);
});

test("small print below an ended paragraph stays where it is", async () => {
  const print = line(60, 90, "Form 12, edition of May", { size: 8 });
  const { pages } = await readPdf(
    buildPdf([
      [...column(60, 160, ["Cards are kept for a week only."]), print],
      column(60, 740, ["asks for nothing."]),
    ]),
  );
  expect(blocksOf(pages[0], "paragraph")).toEqual([
    "Cards are kept for a week only.",
    "Form 12, edition of May",
  ]);
});
