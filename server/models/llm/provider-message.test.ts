import { expect, test } from "vitest";
import { providerMessage } from "./provider-message.ts";

test.each([
  ["No such model.", 'status 404: "No such model."'],
  ["  two\n\n  lines\u0000\u202e ", 'status 404: "two lines"'],
  ["<!doctype html><title>Not found</title>", "status 404 with a web page"],
  ["", "status 404 without a message"],
  ["Incorrect API key provided: sk-pro***********wxyz.", 'status 404: "Incorrect API key provided: [key]."'],
  ["The key the-secret-key-1 is wrong.", 'status 404: "The key [key] is wrong."'],
  ["Bearer sk-ant-api03-abcdefghijklmnop", 'status 404: "Bearer [key]"'],
])("a provider's message is shown without keys and hidden characters (%j)", (message, shown) => {
  expect(providerMessage(404, message, ["the-secret-key-1"])).toBe(shown);
});

test("a provider's message is truncated after two lines", () => {
  expect(providerMessage(400, "word ".repeat(5_000), []).length).toBeLessThan(330);
});
