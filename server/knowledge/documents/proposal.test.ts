import { expect, test } from "vitest";
import { proposalFrom } from "./proposal.ts";

/** Each with one passage. */
const short = (...sections: string[]) => sections.map((section) => ({ section, passages: 1 }));

test("a document's title names the theme, and its chapters say what it is about", () => {
  expect(
    proposalFrom([
      {
        title: "Returns and Refunds Policy",
        chapters: short(
          "1. Purpose and Scope › 1.1 Purpose",
          "3. Return Windows › 3.1 Standard",
          "4. Refunds",
          "5. IRS forms for FedRAMP",
        ),
      },
    ]),
  ).toEqual({
    name: "Returns and Refunds Policy",
    purpose:
      "Answers questions about return windows, refunds, and IRS forms for FedRAMP, from Returns and Refunds Policy.",
  });
});

test("several documents share the purpose in turn, and what is too much is counted", () => {
  const documents = ["A", "B", "C", "D"].map((letter) => ({
    title: `Policy ${letter}`,
    chapters: short(`1. Fees of ${letter}`, `2. Limits of ${letter}`),
  }));
  expect(proposalFrom(documents.slice(0, 2))).toEqual({
    name: "Policy A and Policy B",
    purpose:
      "Answers questions about fees of A, fees of B, limits of A, and limits of B, from Policy A and Policy B.",
  });
  expect(proposalFrom(documents, 20)).toMatchObject({
    name: "Policy A and 3 more",
    purpose: expect.stringMatching(/from Policy A, Policy B, Policy C, and 17 more documents\.$/),
  });
});

test("without chapters only the documents are named", () => {
  expect(
    proposalFrom([{ title: "Notes", chapters: short("", "Introduction", "Notes", "ALL LOUD") }]),
  ).toEqual({
    name: "Notes",
    purpose: "Answers questions from Notes.",
  });
});

test("the longest chapters of a document come first", () => {
  const chapters = [
    ...short("Frontispiece", "Editors › Thanks", "Editors › Licence"),
    { section: "Session management › Tokens", passages: 2 },
    { section: "Session management › Logout", passages: 3 },
    { section: "Access control", passages: 4 },
  ];
  expect(proposalFrom([{ title: "Standard", chapters }]).purpose).toBe(
    "Answers questions about session management, access control, editors, and frontispiece, from Standard.",
  );
});
