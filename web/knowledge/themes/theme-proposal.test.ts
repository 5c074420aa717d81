import { expect, test } from "vitest";
import { proposalOf } from "./theme-proposal.ts";

test("one file names the theme, without its ending, version and date", () => {
  expect(proposalOf(["returns_policy_v2_2026-01-31.pdf"])).toEqual({
    name: "Returns policy",
    purpose: "Answers questions from Returns policy.",
  });
});

test("two files name it together, more are counted, and the same title counts once", () => {
  expect(proposalOf(["Returns.pdf", "Warranty.docx"]).name).toBe("Returns and Warranty");
  expect(proposalOf(["Returns.pdf", "Returns (1).pdf", "Returns v3.docx"]).name).toBe("Returns");
  expect(proposalOf(["A b.pdf", "C.pdf", "D.pdf", "E.txt", "F.txt"])).toEqual({
    name: "A b and 4 more",
    purpose: "Answers questions from A b, C, D, and 2 more documents.",
  });
});

test("a long name is cut, and files without a title leave a name to change", () => {
  expect(proposalOf([`${"Very long ".repeat(20)}.pdf`, "B.pdf"]).name.length).toBeLessThanOrEqual(80);
  expect(proposalOf([".pdf"])).toEqual({ name: "New theme", purpose: "" });
});
