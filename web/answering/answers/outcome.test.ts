import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";

test("an answer states the number of sentences its sources confirm", () => {
  expect(outcomeOf({ mode: "model", outcome: "answered", confirmed: 3, claims: 4 })).toEqual({
    tone: "ok",
    text: "3 of 4 confirmed",
  });
  expect(outcomeOf({ mode: "model", outcome: "answered", confirmed: 4, claims: 4 })).toEqual({
    tone: "ok",
    text: "all confirmed",
  });
});

test("an answer without a checked sentence does not claim to be confirmed", () => {
  expect(outcomeOf({ mode: "model", outcome: "answered", confirmed: 0, claims: 0 }).text).toBe("answered");
});

test("an unanswered question has its own label, and a failure is marked as bad", () => {
  expect(outcomeOf({ mode: "model", outcome: "abstained", confirmed: 0, claims: 0 }).text).toBe("declined");
  expect(outcomeOf({ mode: "model", outcome: "failed", confirmed: 0, claims: 0 }).tone).toBe("bad");
});

test("a quoted answer and an approved one are labeled as such, not as confirmed", () => {
  const approved = { outcome: "answered", mode: "approved", confirmed: 1, claims: 2 } as const;
  expect(outcomeOf(approved)).toEqual({ tone: "ok", text: "approved" });
  const quoted = { outcome: "answered", mode: "extractive", confirmed: 3, claims: 3 } as const;
  expect(outcomeOf(quoted)).toEqual({ tone: "plain", text: "quoted" });
});
