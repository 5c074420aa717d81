import { expect, test } from "vitest";
import { maySecond, progress, type EarlierReview } from "./progress.ts";

const first: EarlierReview = { kind: "first", reviewerId: 1, verdict: "correct" };
const second: EarlierReview = { kind: "second", reviewerId: 2, verdict: "wrong" };
const given = { status: "open" as const, reviews: [], reviewerId: 1, secondOpinion: false, reviewers: 3 };

test("a first verdict closes a case", () => {
  expect(progress({ ...given, verdict: "wrong" })).toEqual({
    kind: "first",
    status: "done",
    agrees: null,
    isDone: true,
  });
});

test("a first verdict with a second opinion requested is not final yet", () => {
  expect(progress({ ...given, verdict: "wrong", secondOpinion: true })).toMatchObject({
    kind: "first",
    status: "second_opinion",
    isDone: false,
  });
});

test("a second opinion must come from someone else", () => {
  expect(
    progress({ ...given, status: "second_opinion", reviews: [first], verdict: "correct" }),
  ).toHaveProperty("refused");
});

test("two reviewers who agree close the case", () => {
  expect(
    progress({ ...given, status: "second_opinion", reviews: [first], reviewerId: 2, verdict: "correct" }),
  ).toMatchObject({ kind: "second", status: "done", agrees: true });
});

test("two reviewers who disagree wait for a third, who decides", () => {
  expect(
    progress({ ...given, status: "second_opinion", reviews: [first], reviewerId: 2, verdict: "wrong" }),
  ).toMatchObject({ kind: "second", status: "disagreement", agrees: false, isDone: false });
  const disagreeing = { ...given, status: "disagreement" as const, reviews: [first, second] };
  expect(progress({ ...disagreeing, reviewerId: 2, verdict: "wrong" })).toHaveProperty("refused");
  expect(progress({ ...disagreeing, reviewerId: 3, verdict: "wrong" })).toMatchObject({
    kind: "decision",
    status: "done",
    isDone: true,
  });
});

test("in a company with two administrators, one of them decides", () => {
  expect(
    progress({
      ...given,
      status: "disagreement",
      reviews: [first, second],
      reviewerId: 1,
      verdict: "wrong",
      reviewers: 2,
    }),
  ).toMatchObject({ kind: "decision", status: "done" });
});

test("a finished case can be revised, and its one second opinion is not requested twice", () => {
  expect(progress({ ...given, status: "done", reviews: [first], verdict: "incomplete" })).toMatchObject({
    kind: "revision",
    status: "done",
  });
  expect(
    progress({ ...given, status: "done", reviews: [first, second], verdict: "wrong", secondOpinion: true }),
  ).toMatchObject({ kind: "revision", status: "done" });
  expect(maySecond([first, second])).toBe(false);
});
