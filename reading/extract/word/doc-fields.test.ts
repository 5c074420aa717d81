import { expect, test } from "vitest";
import { buildDoc, DATA_AT } from "#reading/fixtures/doc.ts";
import { readDoc } from "./doc.ts";

const BOX = 1;
const CHOICE = 2;

const short = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const long = (value: number) => Buffer.concat([short(value & 0xffff), short(value >>> 16)]);
const letters = (text: string) => Buffer.concat([short(text.length), Buffer.from(text, "utf16le")]);
const closed = (text: string) => Buffer.concat([letters(text), short(0)]);

/** The data of a form field (NilPICFAndBinData with FFData, MS-DOC 2.9.158 and 2.9.78). */
function fieldData(kind: number, state: number, first: number, entries: string[] = []): Buffer {
  const texts = ["", "Say which.", "", "", ""].map(closed);
  const list = [short(0xffff), short(entries.length), short(0), ...entries.map(letters)];
  const bits = short(kind | (state << 2));
  const body = Buffer.concat([
    long(0xffffffff), bits, short(0), short(20), closed("Field1"), short(first), ...texts, ...(kind === CHOICE ? list : []),
  ]); // prettier-ignore
  return Buffer.concat([long(0x44 + body.length), short(0x44), Buffer.alloc(62), body]);
}

/** A file with one field, whose own text is `result`. */
function fieldFile(data: Uint8Array, place = DATA_AT, result = ""): Uint8Array {
  const text = `Own car: \x13 FORM \x01\x14${result}\x15 as agreed\r`;
  const at = text.indexOf("\x01");
  const properties = `060801036a${long(place).toString("hex")}`;
  return buildDoc(text, { runs: [{ from: at, to: at + 1, properties }], data });
}

function endingIn(data: Buffer, byte: number): Buffer {
  data.subarray(-4).fill(byte);
  return data;
}

const textOf = async (bytes: Uint8Array) => (await readDoc(bytes)).pages[0]?.text;

test.each<[string, Buffer, string]>([
  ["a ticked box", fieldData(BOX, 1, 0), "☒"],
  ["an unticked box", fieldData(BOX, 0, 1), "☐"],
  ["a box ticked from the start", fieldData(BOX, 25, 1), "☒"],
  ["a box never ticked", fieldData(BOX, 25, 0), "☐"],
  ["a choice", fieldData(CHOICE, 1, 0, ["never", "abroad"]), "abroad"],
  ["a choice never made", fieldData(CHOICE, 25, 0, ["never", "abroad"]), "never"],
])("reads %s of an old Word file's form as Word draws it", async (_, data, wanted) => {
  expect(await textOf(fieldFile(data))).toBe(`Own car: ${wanted} as agreed`);
});

test("keeps the text of a field that has one", async () => {
  expect(await textOf(fieldFile(fieldData(CHOICE, 1, 0, ["never", "abroad"]), DATA_AT, "at home"))).toBe(
    "Own car: at home as agreed",
  );
});

test.each<[string, Uint8Array]>([
  ["whose data lies outside the file", fieldFile(fieldData(BOX, 1, 0), 0x7fffffff)],
  ["whose data claims more than there is", fieldFile(Buffer.concat([long(0xffffff00), short(0x44)]))],
  ["with a choice that its list lacks", fieldFile(fieldData(CHOICE, 9, 0, ["never"]))],
  ["with a list that claims thousands of entries", fieldFile(endingIn(fieldData(CHOICE, 3, 0), 0xff))],
])("reads the text around a form field %s", async (_, bytes) => {
  expect(await textOf(bytes)).toMatch(/^Own car: .? ?as agreed$/);
});

test.each([
  ["Enter a name here", ""],
  ["<Type the room>", ""],
  ["Click or tap here to enter text.", ""],
  ["Room 12", " Room 12"],
  ["Type B", " Type B"],
])("reads %j, the text of a field, as a value only if it doesn't ask for one", async (text, wanted) => {
  const read = (bytes: Uint8Array) => textOf(bytes);
  expect(await read(buildDoc(`Room: \x13 FORMTEXT \x14${text}\x15\r`))).toBe(`Room:${wanted}`);
  // a field around a whole paragraph
  expect(await read(buildDoc(`Room:\r\x13 FORMTEXT \x14${text}\r\x15\rNext.\r`))).toBe(
    ["Room:", wanted.trim(), "Next."].filter(Boolean).join("\n\n"),
  );
});

test("leaves out what a button asks for", async () => {
  const button = "\x13 MACROBUTTON NoMacro [City] \x14[City] \x15";
  expect(await textOf(buildDoc(`City: ${button}\rNext.\r`))).toBe("City:\n\nNext.");
});
