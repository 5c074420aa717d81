import { expect, test } from "vitest";
import { extractBytes } from "../extract.ts";
import { failureOf, linesOf } from "#reading/fixtures/lines-of.ts";
import { buildPptx, line, shape } from "#reading/fixtures/pptx.ts";

const cell = (text: string, more = "") => `<a:tc ${more}><a:txBody>${line(text)}</a:txBody></a:tc>`;

test("each shown slide is a part with its number and title; notes and hidden slides are named", async () => {
  const table = `<a:tbl><a:tr>${cell("Fee")}${cell("US", 'gridSpan="2"')}${cell("", 'hMerge="1"')}</a:tr><a:tr>${cell("Late")}${cell("$25")}${cell("16 days")}</a:tr></a:tbl>`;
  const bytes = buildPptx(
    [
      {
        shapes:
          shape(line("Refunds"), "title") +
          shape(line("Within 15") + line("old", 'strike="sngStrike"')) +
          shape(`<a:p><a:r><a:t>15</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>1</a:t></a:r></a:p>`) +
          shape(line("7"), "sldNum"),
      },
      { shapes: shape(line("secret")), show: "0" },
      {
        shapes:
          shape(line("Fees"), "ctrTitle") +
          shape(line("3"), "sldNum") +
          `<p:graphicFrame>${table}</p:graphicFrame>`,
      },
    ],
    shape(line("Say hello")),
  );
  const { lines, parts, warnings, title } = await linesOf("f.pptx", bytes);
  expect(lines).toEqual([
    "heading1 Slide 1: Refunds",
    "paragraph Within 15",
    "paragraph 15¹",
    "heading1 Slide 3: Fees",
    "header Fee | US | US",
    "table_row Late | $25 | 16 days",
  ]);
  expect({ parts, title }).toEqual({ parts: 2, title: "Refunds" });
  expect(warnings).toEqual(["hidden_text", "struck_text", "part_not_read"]);
});

test("slides of pictures alone are refused with what was left out", async () => {
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="1" name="a.png" descr="A chart of fees"/></p:nvPicPr></p:pic>`;
  expect(await extractBytes(buildPptx([{ shapes: picture }]), "f.pptx")).toEqual({
    ok: false,
    failure: {
      reason: "empty",
      message:
        "This file contains no text that is read. The description (alternative text) of 1 picture was not read. Write what states rules into the text. Upload a file with content.",
    },
  });
});

test("a broken presentation fails with a reason", async () => {
  expect(await failureOf("f.pptx", buildPptx([{ shapes: "" }]))).toBe("empty");
  expect(await failureOf("f.pptx", buildPptx([{ shapes: "<a:p>" }]))).toBe("damaged");
  expect(await failureOf("f.pptx", buildPptx([{ shapes: "<p:grpSp>".repeat(500) }]))).toBe("limit");
});
