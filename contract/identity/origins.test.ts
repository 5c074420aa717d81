import { expect, test } from "vitest";
import { AllowedOrigins, exactOrigin, isAllowedOrigin } from "./origins.ts";

test("an origin is kept as browsers send it: case, usual port, punycode", () => {
  for (const [written, kept] of [
    ["https://Good.Example", "https://good.example"],
    [" https://good.example/ ", "https://good.example"],
    ["HTTPS://good.example:443", "https://good.example"],
    ["https://good.example:8443", "https://good.example:8443"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:80", "http://127.0.0.1"],
  ] as const)
    expect(exactOrigin(written), written).toBe(kept);
});

test("anything but one exact origin is refused", () => {
  for (const written of [
    "null",
    "*",
    "",
    "good.example",
    "https://",
    "https://*.good.example",
    "https://*",
    "http://good.example",
    "http://localhost.good.example",
    "http://localhost.",
    "https://good.example.",
    "https://good.example/path",
    "https://good.example?",
    "https://good.example#",
    "https://good.example\\@evil.example",
    "https://someone@good.example",
    "https://good.example;script-src",
    "https://good.example,https://evil.example",
    "https://good.example 'unsafe-inline'",
    "https://[::1]",
    "ftp://good.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "chrome-extension://abcdefgh",
  ])
    expect(exactOrigin(written), written).toBeNull();
});

test("only the exact origin is allowed, nothing that begins, ends or looks like it", () => {
  const allowed = ["https://good.example", "https://xn--bcher-kva.example"];
  expect(isAllowedOrigin("https://good.example", allowed)).toBe(true);
  for (const sent of [
    "null",
    "https://good.example.evil.com",
    "https://evilgood.example",
    "https://www.good.example",
    "https://good.example:8443",
    "https://good.example/",
    "http://good.example",
    "https://GOOD.example",
    "https://bücher.example",
    "https://good.example https://evil.com",
    "",
  ])
    expect(isAllowedOrigin(sent, allowed), sent).toBe(false);
  expect(isAllowedOrigin("null", ["null"])).toBe(false);
});

test("a list has each origin once, and at most twenty", () => {
  expect(AllowedOrigins.parse(["https://a.example", "https://A.example/"])).toEqual(["https://a.example"]);
  const many = Array.from({ length: 21 }, (_, n) => `https://a${n}.example`);
  expect(AllowedOrigins.safeParse(many).error?.issues[0]?.message).toBe("Use at most 20 origins.");
});
