import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { keyringOf } from "./secrets.ts";
import { readSignedTime, signTime } from "./signed-time.ts";

const key = randomBytes(32);
const keys = keyringOf(key);
const time = new Date("2026-03-01T12:00:00.123Z");

test("a signed time reads back to the millisecond, even after a change of the master key", () => {
  const stamp = signTime(keys, "form", time);
  expect(readSignedTime(keys, "form", stamp)).toEqual(time);
  expect(readSignedTime(keyringOf(randomBytes(32), [key]), "form", stamp)).toEqual(time);
});

test("another time, purpose or key, or any other text, does not verify", () => {
  const stamp = signTime(keys, "form", time);
  const mac = stamp.split(".")[1] ?? "";
  const earlier = `${(time.getTime() - 1).toString(36)}.${mac}`;
  for (const forged of [earlier, `${stamp}A`, stamp.slice(0, -1), mac, `.${mac}`, "", ".", "now"])
    expect(readSignedTime(keys, "form", forged)).toBeNull();
  expect(readSignedTime(keys, "other", stamp)).toBeNull();
  expect(readSignedTime(keyringOf(randomBytes(32)), "form", stamp)).toBeNull();
});
