import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newTempPassword, newToken, open, seal } from "./secrets.ts";

const key = randomBytes(32);

test("a sealed value opens with its key and binding only", () => {
  const sealed = seal(key, "company:7/smart", "sk-secret");
  expect(sealed.toString("utf8")).not.toContain("sk-secret");
  expect(open(key, "company:7/smart", sealed)).toBe("sk-secret");
  expect(() => open(key, "company:8/smart", sealed)).toThrow();
  expect(() => open(randomBytes(32), "company:7/smart", sealed)).toThrow();
});

test("a changed bit anywhere is noticed", () => {
  const sealed = seal(key, "x", "value");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => open(key, "x", changed)).toThrow();
  }
});

test("the same value sealed twice looks different", () => {
  expect(seal(key, "x", "value").equals(seal(key, "x", "value"))).toBe(false);
});

test("100,000 tokens are all different and share no beginning", () => {
  const tokens = new Set(Array.from({ length: 100_000 }, newToken));
  expect(tokens.size).toBe(100_000);
  expect(new Set([...tokens].map((token) => token.slice(0, 2))).size).toBeGreaterThan(4000);
});

test("temporary passwords are easy to read aloud", () => {
  for (let n = 0; n < 1000; n++) expect(newTempPassword()).toMatch(/^[A-HJ-NP-Za-km-z2-9]{14}$/);
});
