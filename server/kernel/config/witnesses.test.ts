import { expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { witnessesOf } from "./witnesses.ts";

const read = (text: string) => witnessesOf(text, { hasMail: true });

test("places are parsed from the setting", () => {
  expect(read("")).toEqual([]);
  expect(
    read(
      "file:///mnt/heads%20here s3://bucket/a/b?region=eu-central-1&lock=compliance&days=3650\n https://example.com/hook?token=1  mailto:a@example.com,b@example.com",
    ),
  ).toMatchObject([
    { kind: "folder", folder: "/mnt/heads here" },
    { kind: "bucket", lock: { mode: "COMPLIANCE", days: 3650 } },
    { kind: "webhook", url: "https://example.com/hook?token=1" },
    { kind: "letter", to: ["a@example.com", "b@example.com"] },
  ]);
  expect(read("s3://bucket http://127.0.0.1:1/")).toMatchObject([{ lock: null }, { kind: "webhook" }]);
});

test.each([
  "heads",
  "/mnt/heads",
  "file://host/mnt",
  "file:///",
  "ftp://example.com",
  "http://example.com/hook",
  "s3:///prefix",
  "s3://bucket?lock=forever&days=1",
  "s3://bucket?lock=compliance",
  "s3://bucket?lock=compliance&days=0",
  "mailto:",
  "mailto:nobody",
  "mailto:a@example.com,",
])("%s is refused with a message", (text) => {
  expect(() => read(text)).toThrow(ConfigError);
});

test("a secret in an address is not repeated, and email needs a mail server", () => {
  expect(() => read("http://example.com/?token=hush")).toThrow(/^(?!.*hush)/);
  expect(() => witnessesOf("mailto:a@example.com", { hasMail: false })).toThrow("SMTP_URL");
});
