import { expect, test } from "vitest";
import { evidenceOf } from "#testing/evidence.ts";
import { leaveUnchecked } from "./claims.ts";

const evidence = [
  "Recordings are deleted after seven months.",
  "Claims files are kept for eleven years.",
  "Nobody else may lift a hold.",
].map((text, index) => evidenceOf(text, { rank: index + 1, ordinal: index }));

/** Each sentence with the ranks of the passages it cites, and the text as it is shown. */
function read(answer: string) {
  const { text, claims, sources } = leaveUnchecked({ written: answer, question: "", evidence });
  const rankOf = (marker: number) => sources.find((source) => source.marker === marker)?.evidence.rank;
  return {
    text,
    claims: claims.map(({ start, end, markers }) => [text.slice(start, end), ...markers.map(rankOf)]),
  };
}

test("assigns marks after the full stop to the sentence before, once", () => {
  const { text, claims } = read(
    "Nobody else may lift a hold. [3] Recordings are deleted after seven months. [1] Claims files are kept for eleven years. [2]",
  );
  expect(text).toBe(
    "Nobody else may lift a hold. [1] Recordings are deleted after seven months. [2] Claims files are kept for eleven years. [3]",
  );
  expect(claims).toEqual([
    ["Nobody else may lift a hold.", 3],
    ["Recordings are deleted after seven months.", 1],
    ["Claims files are kept for eleven years.", 2],
  ]);
});

test("removes a mark after the full stop that names no passage", () => {
  const { text } = read(
    "Recordings are deleted after seven months. [99] Claims files are kept for eleven years [2].",
  );
  expect(text).toBe("Recordings are deleted after seven months. Claims files are kept for eleven years. [1]");
});

test.each([
  ...[
    "[1, 3]",
    "[1; 3]",
    "[1,3]",
    "[1][3]",
    "[[1]][3]",
    "[1 and 3]",
    "【1】【3】",
    "【1†source】[3]",
    "[1†f][3]",
  ],
  ...["[^1][^3]", "[Source 1][Source 3]", "[Source 1, Source 3]", "[#1][#3]", "(Source 1) (Source 3)"],
  ...["(sources 1 and 3)", "(see passage 1)[3]", "(1, 3)", "^1^^3^", "(see [1] [3])"],
])("%s cites two passages", (marks) => {
  const { text, claims } = read(`Recordings are deleted after seven months ${marks}.`);
  expect(text).toBe("Recordings are deleted after seven months. [1][2]");
  expect(claims).toEqual([["Recordings are deleted after seven months.", 1, 3]]);
});

test("expands a range of marks, but not an amount in brackets or a range of hundreds", () => {
  expect(read("Nobody else may lift a hold [1-3].").claims).toEqual([
    ["Nobody else may lift a hold.", 1, 2, 3],
  ]);
  expect(read("The fee [10,000] is waived [2].").claims).toEqual([["The fee [10,000] is waived.", 2]]);
  expect(read("The pages [100-999] are blank [2].").claims).toEqual([["The pages are blank.", 2]]);
});

test("ends a sentence at its marks, whatever follows them, but not inside an abbreviation", () => {
  expect(
    read("Recordings are deleted. [1] <b>lift the hold.</b> and files are kept. [2] but not holds. [3]")
      .claims,
  ).toEqual([
    ["Recordings are deleted.", 1],
    ["<b>lift the hold.</b> and files are kept.", 2],
    ["but not holds.", 3],
  ]);
  expect(read("Files are kept by Inc. [2] for eleven years.").claims).toEqual([
    ["Files are kept by Inc. for eleven years.", 2],
  ]);
});

test("reads a number before a heading as a part of it", () => {
  expect(read("[2] 3. Files are kept.").claims).toEqual([["3. Files are kept.", 2]]);
});

test("assigns marks at the start of a line to that line", () => {
  expect(read("Nobody else may lift a hold.\n[1] Recordings are deleted.").claims).toEqual([
    ["Nobody else may lift a hold."],
    ["Recordings are deleted.", 1],
  ]);
});

test("returns correct offsets, also after leading white space", () => {
  expect(read("\n\n Nobody else may lift a hold [3].\n").claims).toEqual([
    ["Nobody else may lift a hold.", 3],
  ]);
});

test.each([
  ["Recordings are deleted after seven months.¹ Claims files are kept for eleven years.²", 2],
  ["Recordings are deleted after seven months¹. Claims files are kept for eleven years².", 2],
  ["Recordings are deleted after seven months ¹. Claims files are kept for eleven years. ²", 2],
  [
    "According to [1], recordings are deleted after seven months. As stated in passage [2], claims files are kept for eleven years.",
    2,
  ],
  ["Recordings [1] are deleted after seven months. Claims files (Source 2) are kept for eleven years.", 2],
])("%s: no mark remains in a sentence", (answer, count) => {
  const { claims } = read(answer);
  expect(claims).toEqual(
    [
      ["Recordings are deleted after seven months.", 1],
      ["Claims files are kept for eleven years.", 2],
    ].slice(0, count),
  );
});

test("leaves figures, exponents, clauses and item numbers alone", () => {
  for (const answer of [
    "An area of 20 m² or 9 m ² holds (2) pallets.",
    "Under section 4(1) a hold lasts 10² days.",
  ])
    expect(read(`${answer} [2]`).claims).toEqual([[answer, 2]]);
});

test("separates copied words from the sentences above them", () => {
  const { text, claims } = read(
    "Recordings are deleted after seven months. [1]\n> deleted after seven months\nClaims files are kept for eleven years. [2]\n> if: kept for eleven years\n\n- Nobody else may lift a hold. [3]\n> Nobody else",
  );
  expect(text).toBe(
    "Recordings are deleted after seven months. [1] Claims files are kept for eleven years. [2]\n\n- Nobody else may lift a hold. [3]",
  );
  expect(claims.map(([, ...ranks]) => ranks)).toEqual([[1], [2], [3]]);
});
