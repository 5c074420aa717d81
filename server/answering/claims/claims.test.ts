import { expect, test } from "vitest";
import { evidenceOf } from "#server/testing/evidence.ts";
import { checkAnswer } from "./claims.ts";

const passage = (text: string) => evidenceOf(text, { documentName: "Fleet policy.pdf", section: "Cars" });

const verdictOf = (claim: string, text: string) => checkAnswer(`${claim} [1]`, [passage(text)]).claims[0];

test("a sentence is held against its own twin among sentences that are nearly alike", () => {
  const text =
    "A manager may lend a company car to a trainee for at most 3 days under schedule 1. " +
    "A manager may lend a company van to a trainee for at most 5 days under schedule 2.";
  expect(verdictOf("A manager may lend a company van to a trainee for at most 5 days.", text)?.verdict).toBe(
    "supported",
  );
  expect(verdictOf("A manager may lend a company van to a trainee for at most 3 days.", text)?.verdict).toBe(
    "unsupported",
  );
});

test("a figure of a table belongs to its column", () => {
  const text =
    "Claims paid by line:\n(Thousands)\tDecember 31, 2025\tDecember 31, 2024\nHome\t1,250\t990\nMotor\t480\t455";
  const verdict = (claim: string) => verdictOf(claim, text)?.verdict;
  expect(verdict("Home claims paid were 1,250 in 2025.")).toBe("supported");
  expect(verdict("Home claims paid were 1,250 in 2024.")).toBe("unsupported");
  expect(verdict("Home claims paid rose from 990 in 2024 to 1,250 in 2025.")).toBe("supported");
  expect(verdict("Home claims paid rose from 1,250 in 2024 to 990 in 2025.")).toBe("unsupported");
  expect(verdict("In 2024 home claims paid were 990 and in 2025 they were 1,250.")).toBe("supported");
  expect(verdict("Motor claims paid were 480 thousand on December 31, 2025.")).toBe("supported");
});

test("marks that name no passage are taken out, and what they stood behind is unsupported", () => {
  const { text, sources, claims } = checkAnswer("Vans are washed weekly. [4]", [passage("Vans are red.")]);
  expect(text).toBe("Vans are washed weekly.");
  expect(sources).toEqual([]);
  expect(claims.map(({ verdict, markers }) => ({ verdict, markers }))).toEqual([
    { verdict: "unsupported", markers: [] },
  ]);
});
