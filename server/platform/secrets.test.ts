import { createCipheriv, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isCurrent, keyringOf, newTempPassword, newToken, open, seal } from "./secrets.ts";

const first = randomBytes(32);
const key = keyringOf(first);

test("a sealed value opens with its key and binding only", () => {
  const sealed = seal(key, "company:7/smart", "sk-secret");
  expect(sealed.toString("utf8")).not.toContain("sk-secret");
  expect(open(key, "company:7/smart", sealed)).toBe("sk-secret");
  expect(() => open(key, "company:8/smart", sealed)).toThrow();
  expect(() => open(keyringOf(randomBytes(32)), "company:7/smart", sealed)).toThrow();
});

test("any changed bit is detected", () => {
  const sealed = seal(key, "x", "value");
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => open(key, "x", changed)).toThrow();
  }
});

test("after a rotation the previous key opens old values, and new ones open with the current key only", () => {
  const sealed = seal(key, "x", "value");
  const rotated = keyringOf(randomBytes(32), [first]);
  expect(isCurrent(rotated, sealed)).toBe(false);
  expect(open(rotated, "x", sealed)).toBe("value");
  const anew = seal(rotated, "x", "value");
  expect(isCurrent(rotated, anew)).toBe(true);
  expect(() => open(key, "x", anew)).toThrow(/does not have/);
});

test("values sealed before ciphertexts named their key open with the key that made them", () => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", first, nonce);
  cipher.setAAD(Buffer.from("x"));
  const body = Buffer.concat([cipher.update("old", "utf8"), cipher.final()]);
  const sealed = Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]);
  expect(open(keyringOf(randomBytes(32), [first]), "x", sealed)).toBe("old");
  expect(() => open(keyringOf(randomBytes(32)), "x", sealed)).toThrow(/does not have/);
  expect(isCurrent(key, sealed)).toBe(false);
});

test("sealing the same value twice gives different ciphertexts", () => {
  expect(seal(key, "x", "value").equals(seal(key, "x", "value"))).toBe(false);
});

test("100,000 tokens are all different and share no prefix", () => {
  const tokens = new Set(Array.from({ length: 100_000 }, newToken));
  expect(tokens.size).toBe(100_000);
  expect(new Set([...tokens].map((token) => token.slice(0, 2))).size).toBeGreaterThan(4000);
});

test("temporary passwords are easy to read aloud", () => {
  for (let n = 0; n < 1000; n++) expect(newTempPassword()).toMatch(/^[A-HJ-NP-Za-km-z2-9]{14}$/);
});
