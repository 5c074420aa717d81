import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import { checkAnswer } from "./claims.ts";
import { keepWhatHolds } from "./keep-what-holds.ts";

const evidence = [
  "Recordings are deleted after seven months.",
  "Claims files are kept for eleven years.",
  "Nobody else may lift a hold.",
].map((text, index) => evidenceOf(text, { rank: index + 1, ordinal: index }));

const keep = (answer: string) => keepWhatHolds(checkAnswer({ written: answer, question: "", evidence }));

test("removes unsupported sentences and renumbers the rest with correct offsets", () => {
  const { kept, removed } = keep(
    "The moon is far away [1]. Claims files are kept for eleven years [2]. Nobody else may lift a hold [3].",
  );
  expect(kept.text).toBe("Claims files are kept for eleven years. [1] Nobody else may lift a hold. [2]");
  expect(kept.claims.map(({ start, end, markers }) => [kept.text.slice(start, end), ...markers])).toEqual([
    ["Claims files are kept for eleven years.", 1],
    ["Nobody else may lift a hold.", 2],
  ]);
  expect(kept.sources.map(({ marker, evidence: { rank } }) => [marker, rank])).toEqual([
    [1, 2],
    [2, 3],
  ]);
  expect(removed).toEqual([{ text: "The moon is far away.", verdict: "unsupported", against: null }]);
});

test("records the words that contradict a removed sentence", () => {
  const { kept, removed } = keep("Claims files are kept for nine years [2].");
  expect(kept).toEqual({ text: "", sources: [], claims: [] });
  expect(removed).toEqual([
    {
      text: "Claims files are kept for nine years.",
      verdict: "contradicted",
      against: { documentName: "Policy 1.txt", quote: "Claims files are kept for eleven years." },
    },
  ]);
});

test("keeps lines and bullets around a removed sentence", () => {
  const { kept } = keep(
    "- Recordings are deleted after seven months [1].\n- Bananas are yellow.\n- Nobody else may lift a hold [3].",
  );
  expect(kept.text).toBe(
    "- Recordings are deleted after seven months. [1]\n- Nobody else may lift a hold. [2]",
  );
});

test("keeps or removes a lead-in with its list", () => {
  expect(keep("These rules hold:\n- Claims files are kept for eleven years [2].").kept.text).toBe(
    "These rules hold:\n- Claims files are kept for eleven years. [1]",
  );
  expect(keep("These rules hold:\n- Bananas are yellow.\n\nNobody else may lift a hold [3].").kept.text).toBe(
    "Nobody else may lift a hold. [1]",
  );
});

test("removes the items of a list whose lead-in is contradicted", () => {
  const passages = [evidenceOf("We never refund opened toys. Opened toys are toys without their seal.")];
  const { kept, removed } = keepWhatHolds(
    checkAnswer({
      written: "We refund opened toys [1]:\n- Opened toys are toys without their seal [1]",
      question: "",
      evidence: passages,
    }),
  );
  expect(kept.text).toBe("");
  expect(removed).toHaveLength(2);
});

test("keeps the header of a table with its rows", () => {
  const text = "Kind\tKept for\nClaims files\t11 years\nRecordings\t7 months";
  const table =
    "| Kind | Kept for |\n| --- | --- |\n| Claims files | 11 years | [1]\n| Videos | 9 years | [1]";
  const { kept, removed } = keepWhatHolds(
    checkAnswer({ written: table, question: "", evidence: [evidenceOf(text)] }),
  );
  expect(kept.text).toMatch(/^\| Kind \| Kept for \|\n\| --- \| --- \|\n\| Claims files \| 11 years \|/);
  expect(removed.map((sentence) => sentence.text)).toEqual(["| Videos | 9 years |"]);
});
