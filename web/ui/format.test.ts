import { expect, test } from "vitest";
import { formatSize } from "./format.ts";

test.each([
  [0, "0.00 KB"],
  [500, "0.49 KB"],
  [49_152, "48.00 KB"],
  [1_048_575, "1,024.00 KB"],
  [1_048_576, "1.00 MB"],
  [10_485_760, "10.00 MB"],
])("%i bytes are shown as %s", (bytes, shown) => {
  expect(formatSize(bytes).replace("\u00a0", " ")).toBe(shown);
});
