import { expect, test } from "vitest";
import { serialNumberOf } from "./make-key-pair.ts";

test.each([
  ["00", "40"],
  ["7f", "7f"],
  ["80", "40"],
  ["ff", "7f"],
])("a serial number that begins with %s is written in its shortest form", (random, written) => {
  const bytes = Buffer.from(random.padEnd(32, "01"), "hex");
  expect(Buffer.from(serialNumberOf(bytes).toBER()).toString("hex")).toBe(`0210${written.padEnd(32, "01")}`);
});
