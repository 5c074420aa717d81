import { expect, test } from "vitest";
import fc from "fast-check";
import { canonical, type Json } from "./canonical.ts";

test("the example of RFC 8785, 3.2.2 and 3.2.3", () => {
  const example = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`) as Json;
  expect(canonical(example)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
});

test("keys are sorted by UTF-16 code units, as in the example of RFC 8785, 3.2.3", () => {
  const example = JSON.parse(String.raw`{
    "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
  }`) as Record<string, Json>;
  expect(Object.values(JSON.parse(canonical(example)) as object)).toEqual([
    // JavaScript puts number keys first in every object; here it comes second
    "One",
    "Carriage Return",
    "Control",
    "Latin Small Letter O With Diaeresis",
    "Euro Sign",
    "Emoji: Grinning Face",
    "Hebrew Letter Dalet With Dagesh",
  ]);
  expect(canonical(example).startsWith(String.raw`{"\r":"Carriage Return","1":"One"`)).toBe(true);
});

test.each([
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
])("number %s of RFC 8785, appendix B, is %s", (bits, text) => {
  expect(canonical(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
});

test("values without a canonical text are refused", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, "\ud800", "a\udfff", undefined, 1n])
    expect(() => canonical(value as Json)).toThrow(TypeError);
  expect(() => canonical({ "\udc00": 1 })).toThrow(TypeError);
  expect(() => canonical({ a: undefined } as unknown as Json)).toThrow(TypeError);
});

test("letters that only look alike stay distinct", () => {
  expect(canonical("é")).not.toBe(canonical("e\u0301"));
});

test("every value is read back unchanged, whatever the order of its keys", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const wellFormed = JSON.parse(JSON.stringify(value)) as Json;
      if (!JSON.stringify(wellFormed).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(wellFormed)))
        return;
      expect(JSON.parse(canonical(wellFormed))).toEqual(wellFormed);
      expect(canonical(JSON.parse(canonical(wellFormed)) as Json)).toBe(canonical(wellFormed));
    }),
  );
});
