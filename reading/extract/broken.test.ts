import { expect, test } from "vitest";
import { buildDocx, p, r } from "#reading/fixtures/docx.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { extractBytes } from "./extract.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const rule = "Taxis need approval.";
const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
const table = (rows: string[][]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.join("")}</w:tr>`).join("")}</w:tbl>`;
const span = (columns: number) => `<w:gridSpan w:val="${columns}"/>`;
const numbered = (text: string) => p(text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
const numbering = (parts: string) => `<w:numbering xmlns:w="${W}">${parts}</w:numbering>`;

/** A table with lines around each of its cells, and a rule above it. */
function ruledPdf(columns: number, rows: number): Uint8Array {
  const [width, height] = [560 / columns, 12];
  const across = Array.from(
    { length: rows + 1 },
    (_, at) => `20 ${700 - at * height} m 580 ${700 - at * height} l S`,
  );
  const down = Array.from(
    { length: columns + 1 },
    (_, at) => `${20 + at * width} 700 m ${20 + at * width} ${700 - rows * height} l S`,
  );
  const cells = Array.from({ length: columns * rows }, (_, at) =>
    line(20.2 + (at % columns) * width, 690 - Math.floor(at / columns) * height, String(at % 10), {
      size: 2,
    }),
  );
  return buildPdf([[line(72, 750, rule, { before: [...across, ...down].join("\n") }), ...cells]]);
}

test.each<[string, string, Uint8Array]>([
  [
    "spans that overlap each other",
    "docx",
    buildDocx(
      p(rule) +
        table([
          [cell("City", span(2)), cell("Price", `${span(999_999)}<w:vMerge w:val="restart"/>`)],
          [cell("Oslo", "<w:vMerge/>"), cell("90", `${span(-3)}<w:vMerge/>`), cell("", "<w:vMerge/>")],
        ]),
    ),
  ],
  [
    "a mark of a note that it lacks",
    "docx",
    buildDocx(`<w:p>${r(rule)}<w:r><w:footnoteReference w:id="77"/></w:r></w:p>`),
  ],
  [
    "a numbering that refers to itself",
    "docx",
    buildDocx(p(rule) + numbered("Oslo"), {
      numbering: numbering(
        '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="Own"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
      ),
      styles:
        '<w:style w:type="numbering" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Own"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
    }),
  ],
  [
    "a numbering whose texts name levels below and beyond their own",
    "docx",
    buildDocx(p(rule) + numbered("Oslo"), {
      numbering: numbering(
        `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="${"%1%2%9%0".repeat(500)}"/><w:lvlRestart w:val="7"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
      ),
    }),
  ],
  [
    "a table of 300 columns",
    "docx",
    buildDocx(
      p(rule) +
        table(
          [0, 1, 2].map((row) =>
            Array.from({ length: 300 }, (_, at) => cell(row === 0 ? `N${at}` : String(at))),
          ),
        ),
    ),
  ],
  ["a table of 300 columns", "pdf", ruledPdf(300, 3)],
])("reads the rest of a file with %s (.%s)", async (_, kind, bytes) => {
  const began = performance.now();
  const result = await extractBytes(bytes, `a.${kind}`);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(result.ok && result.extraction.pages[0]?.text).toContain(rule);
});
