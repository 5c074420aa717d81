import { expect, test } from "vitest";
import type { Evidence } from "#engine/evidence.ts";
import { checkAnswer } from "./claims.ts";

const passage = (rank: number, text: string): Evidence => ({
  rank,
  score: 1,
  coverage: 1,
  proximity: 1,
  named: 0,
  documentId: rank,
  documentName: `Document ${rank}`,
  versionId: rank,
  version: 1,
  ordinal: 0,
  text,
  section: "",
  pageNumber: null,
  pageIndex: 0,
  turn: null,
});

const evidence = [
  passage(
    1,
    "Wer ein Buch zu spät zurückgibt, zahlt für jeden Tag 30 Cent. Der Ausweis ist nicht übertragbar und gilt ein Jahr.",
  ),
  passage(
    2,
    "Le locataire ne peut pas sous-louer le logement sans un accord écrit. Le préavis est de trois mois pour la maison.",
  ),
];

test.each([
  // word for word
  ["Der Ausweis ist nicht übertragbar und gilt ein Jahr [1].", "supported"],
  ["Le préavis est de trois mois pour la maison [2].", "supported"],
  // true, in other words: never called contradicted, never removed
  ["Bei verspäteter Rückgabe kostet jeder Tag 30 Cent [1].", "open"],
  ["Le préavis est de 3 mois [2].", "open"],
  // untrue: without its negation, or with another figure
  ["Der Ausweis ist übertragbar [1].", "open"],
  ["Le préavis est de six mois [2].", "open"],
  // without a source
  ["Die Bibliothek hat sonntags geöffnet.", "unsupported"],
])("%s is %s", (answer, verdict) => {
  expect(
    checkAnswer({ written: answer, question: "", evidence }).claims.map((claim) => claim.verdict),
  ).toEqual([verdict]);
});

test("checks English sentences against English passages in full", () => {
  const english = [passage(1, "A customer may return an unopened product within 30 days of delivery.")];
  const verdicts = (answer: string) =>
    checkAnswer({ written: answer, question: "", evidence: english }).claims.map((claim) => claim.verdict);
  expect(verdicts("A customer may return an unopened product within 30 days of delivery [1].")).toEqual([
    "supported",
  ]);
  expect(verdicts("A customer may return an unopened product within 45 days of delivery [1].")).toEqual([
    "contradicted",
  ]);
});
