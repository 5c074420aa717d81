import { expect, test } from "vitest";
import { joinFacts } from "./join-facts.ts";

test("empty facts are left out, and lines break only between facts", () => {
  expect(joinFacts(["PDF", "", null, undefined, "version 1"])).toBe("PDF\u00a0· version\u00a01");
});

test("a long fact may break within itself", () => {
  const section = "9. Partner Purchases › 9.2 Partner windows";
  expect(joinFacts(["page 8", section])).toBe(`page\u00a08\u00a0· ${section}`);
});
