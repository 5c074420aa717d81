import { expect, test } from "vitest";
import { createOutbound } from "./outbound.ts";

test("a full lane has no room until one of its calls ends, and the other lane stays free", async () => {
  const outbound = createOutbound({ slow: 2, quick: 1 }, () => undefined);
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  for (const { promise } of ends) outbound.begin("slow", () => promise);
  expect([outbound.hasRoom("slow"), outbound.hasRoom("quick")]).toEqual([false, true]);
  expect(outbound.load()).toEqual({ slow: 2, quick: 0 });
  ends[0].resolve();
  await expect.poll(() => outbound.hasRoom("slow")).toBe(true);
  ends[1].resolve();
  await outbound.settled();
  expect(outbound.load()).toEqual({ slow: 0, quick: 0 });
});

test("calls that wait for one host take at most its share of a lane", async () => {
  const outbound = createOutbound({ quick: 3, slow: 3 }, () => undefined, { quick: 1 });
  const end = Promise.withResolvers<void>();
  outbound.begin("quick", () => end.promise, "one.example");
  outbound.begin("slow", () => end.promise, "one.example");
  expect(outbound.hasRoom("quick", "one.example")).toBe(false);
  expect(outbound.hasRoom("quick", "two.example")).toBe(true);
  expect(outbound.hasRoom("slow", "one.example")).toBe(true);
  end.resolve();
  await outbound.settled();
  expect(outbound.hasRoom("quick", "one.example")).toBe(true);
});

test("a failed call is reported and frees its place", async () => {
  const errors: unknown[] = [];
  const outbound = createOutbound({ quick: 1 }, (error) => errors.push(error));
  const fault = new Error("a fault");
  outbound.begin("quick", () => Promise.reject(fault));
  await outbound.settled();
  expect(errors).toEqual([fault]);
  expect(outbound.hasRoom("quick")).toBe(true);
});
