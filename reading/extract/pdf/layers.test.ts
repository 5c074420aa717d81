import { expect, test } from "vitest";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import type { Extraction } from "../extraction.ts";
import { readPdf } from "./pdf.ts";

const shown = line(72, 700, "The rate is four percent.");
const inLayer = (name: string, text: string, y = 650): PdfLine =>
  line(72, y, text, { before: `/OC /${name} BDC`, after: "EMC" });

/** Two layers, objects 8 and 9; `config` is the state in which the file opens. */
const file = (lines: PdfLine[], config: string, more: string[] = [], usage = ""): Uint8Array =>
  buildPdf([lines], {
    catalog: `/OCProperties<</OCGs[8 0 R 9 0 R]/D<<${config}>>>>`,
    resources: "/Properties<</A 8 0 R/B 9 0 R/M 10 0 R>>/XObject<</X 10 0 R>>",
    parts: [`<</Type/OCG/Name(old)${usage}>>`, "<</Type/OCG/Name(old)>>", ...more],
  });

const textOf = ({ pages }: Extraction) => pages.map(({ text }) => text).join("\n");
const hidden = "The old rate is nine percent.";

test.each<[string, string, string[], string, PdfLine]>([
  ["off", "/OFF[8 0 R]", [], "", inLayer("A", hidden)],
  ["off unless switched on", "/BaseState/OFF/ON[9 0 R]", [], "", inLayer("A", hidden)],
  [
    "for print only",
    "/AS[<</Event/View/Category[/View]/OCGs[8 0 R]>>]",
    [],
    "/Usage<</View<</ViewState/OFF>>>>",
    inLayer("A", hidden),
  ],
  [
    "for the screen only",
    "/AS[<</Event/Print/Category[/Print]/OCGs[8 0 R]>>]",
    [],
    "/Usage<</Print<</PrintState/OFF>>>>",
    inLayer("A", hidden),
  ],
  [
    "of a group that is off",
    "/OFF[8 0 R]",
    ["<</Type/OCMD/OCGs[8 0 R 9 0 R]/P/AllOn>>"],
    "",
    inLayer("M", hidden),
  ],
  [
    "in a layer in a layer",
    "/OFF[8 0 R]",
    [],
    "",
    line(72, 650, hidden, { before: "/OC /A BDC /OC /B BDC", after: "EMC EMC" }),
  ],
  [
    "in a form of a layer",
    "/OFF[8 0 R]",
    [
      `<</Type/XObject/Subtype/Form/OC 8 0 R/BBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Length 55>>stream\nBT /F1 12 Tf 72 650 Td (The old rate is nine.) Tj ET   \nendstream`,
    ],
    "",
    line(72, 600, "", { before: "/X Do" }),
  ],
])("leaves out text %s and says so", async (_, config, more, usage, text) => {
  const read = await readPdf(
    file([shown, text, inLayer("B", "The fee is two dollars.", 500)], config, more, usage),
  );
  expect(textOf(read)).toBe("The rate is four percent.\n\nThe fee is two dollars.");
  expect(read.warnings.map(({ code }) => code)).toEqual(["switched_off"]);
});

test("leaves out the layer that is off although another one lies at its place", async () => {
  const read = await readPdf(file([inLayer("A", hidden), inLayer("B", "The rate is four.")], "/OFF[8 0 R]"));
  expect(textOf(read)).toBe("The rate is four.");
});

test("reads the text of layers that are on", async () => {
  const read = await readPdf(file([shown, inLayer("A", "It is paid monthly.")], "/ON[8 0 R 9 0 R]"));
  expect(textOf(read)).toBe("The rate is four percent.\n\nIt is paid monthly.");
  expect(read.warnings).toEqual([]);
});

test("reads the page of a file whose layers contain each other", async () => {
  const cycle = "<</Type/OCMD/OCGs[10 0 R 8 0 R]/VE[/And 10 0 R [/Or 10 0 R]]>>";
  const read = await readPdf(
    file([shown, inLayer("M", "It is paid monthly.")], "/Order[10 0 R [10 0 R]]", [cycle]),
  );
  expect(textOf(read)).toContain("The rate is four percent.");
});

test("tells the layers of a page apart, however many parts they have", async () => {
  const lines = Array.from({ length: 60 }, (_, at) =>
    inLayer(at % 2 === 0 ? "A" : "B", `Rule ${at}.`, 780 - at * 12),
  );
  const read = await readPdf(file(lines, "/OFF[8 0 R]"));
  expect(textOf(read).match(/\d+/g)).toEqual(lines.flatMap((_, at) => (at % 2 === 0 ? [] : [String(at)])));
});

test("reads pages with hundreds of layers over each other", async () => {
  const lines = Array.from({ length: 300 }, (_, at) => inLayer(at === 9 ? "A" : "B", `Rule ${at}.`));
  const read = await readPdf(file([shown, ...lines], "/OFF[8 0 R]"));
  expect(textOf(read)).toContain("The rate is four percent.");
  expect(textOf(read)).not.toContain("Rule 9.");
});

test.each<[string, string]>([
  ["with its name written in codes", "/#4f#46F[8 0 R]"],
  ["on a list elsewhere", "/OFF 11 0 R"],
])("leaves out a layer that is off %s", async (_, config) => {
  const parts = ["null", "[8 0 R]"];
  const read = await readPdf(file([shown, inLayer("A", hidden)], config, parts));
  expect(textOf(read)).toBe("The rate is four percent.");
});
