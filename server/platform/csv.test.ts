import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

async function cellsOf(...cells: (string | number | null)[]): Promise<string> {
  let text = "";
  const batches = (async function* () {
    yield await Promise.resolve([cells]);
  })();
  for await (const piece of csvOf(["A"], batches)) text += piece;
  return text.replace(/^\ufeffA\n/, "").trimEnd();
}

test("a phone number keeps its plus, with no visible prefix, and is not evaluated", async () => {
  expect(await cellsOf("+49 (30) 901820-0", "+1-555-0100")).toBe("\u00a0+49 (30) 901820-0,\u00a0+1-555-0100");
});

test("cells that a spreadsheet would run are defused", async () => {
  expect(await cellsOf("=1+1", "+1+cmd|' /C calc'!A0", "-2", "@x", "+1*2")).toBe(
    "'=1+1,'+1+cmd|' /C calc'!A0,'-2,'@x,'+1*2",
  );
});
