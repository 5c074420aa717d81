import { expect, test } from "vitest";
import { themeName, titleOfFile } from "./theme-name.ts";

const nameOf = (...files: string[]) => themeName(files.map(titleOfFile));

test("one file names the theme, without its ending, version and date", () => {
  expect(nameOf("returns_policy_v2_2026-01-31.pdf")).toBe("Returns policy");
});

test("two files name it together, more are counted, and the same title counts once", () => {
  expect(nameOf("Returns.pdf", "Warranty.docx")).toBe("Returns and Warranty");
  expect(nameOf("Returns.pdf", "Returns (1).pdf", "Returns v3.docx")).toBe("Returns");
  expect(nameOf("A b.pdf", "C.pdf", "D.pdf", "E.txt", "F.txt")).toBe("A b and 4 more");
});

test("a long name is cut, and files without a title leave a name to change", () => {
  expect(nameOf(`${"Very long ".repeat(20)}.pdf`, "B.pdf").length).toBeLessThanOrEqual(80);
  expect(nameOf(".pdf")).toBe("New theme");
});
