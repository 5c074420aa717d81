import type { Warning } from "../extraction.ts";
import { Unreadable } from "../reading.ts";

export type Decoded = { text: string; encoding: string; warnings: Warning[] };

/** Encodings of WHATWG's TextDecoder; unrestricted, jschardet mistakes Windows quotes for DOS or Mac code pages. */
const ALLOWED = [
  "utf-8", "utf-16-be", "utf-16-le", "big5hkscs", "cp874", "cp932", "cp949", "euc-jp", "euc-kr", "gb18030",
  "iso-2022-jp", "shift_jis", "koi8-r", "koi8-u", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
  "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "iso-8859-1", "iso-8859-2",
  "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-10",
  "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "mac-cyrillic", "cp866", "tis-620",
]; // prettier-ignore

/** jschardet's names that TextDecoder does not accept. */
const LABELS = new Map([
  ["cp932", "shift_jis"],
  ["cp949", "euc-kr"],
  ["cp874", "windows-874"],
  ["tis-620", "windows-874"],
  ["utf-16-be", "utf-16be"],
  ["utf-16-le", "utf-16le"],
  ["big5hkscs", "big5"],
  ["mac-cyrillic", "x-mac-cyrillic"],
  ["iso2022-jp-2", "iso-2022-jp"],
]);

/** jschardet reads 3 MB in 22 ms; a sample this long gives the same result and bounds the worst case. */
const SAMPLE_BYTES = 256 * 1024;

/**
 * Text of any usual encoding: byte order mark, strict UTF-8, the zero pattern of UTF-16 and UTF-32, the encoding `stated` in
 * the text, then a statistical guess. Throws `Unreadable` for binary data.
 */
export async function decodeText(bytes: Uint8Array, stated: string | null = null): Promise<Decoded> {
  const marked = byMark(bytes);
  if (marked !== null) return marked;
  const zeros = byZeros(bytes);
  if (zeros !== null) return zeros;
  const clean = bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
  // ISO-2022-JP is pure 7-bit, so it would pass as UTF-8.
  const escapes = /\x1b[$(][@BJI]/.test(latin1(clean, SAMPLE_BYTES)); // eslint-disable-line no-control-regex
  if (!escapes) {
    const utf8 = byUtf8(clean);
    if (utf8 !== null) return utf8;
  }
  const own = stated === null ? null : decodeAs(stated, clean);
  return own === null || own.text.includes("�") ? byStatistics(clean, stated) : own;
}

function byMark(bytes: Uint8Array): Decoded | null {
  const head = latin1(bytes, 4);
  if (head === "\xff\xfe\0\0")
    return { text: decodeUtf32(bytes.subarray(4), true), encoding: "utf-32le", warnings: [] };
  if (head === "\0\0\xfe\xff")
    return { text: decodeUtf32(bytes.subarray(4), false), encoding: "utf-32be", warnings: [] };
  if (head.startsWith("\xff\xfe")) return decodeAs("utf-16le", bytes);
  if (head.startsWith("\xfe\xff")) return decodeAs("utf-16be", bytes);
  if (head.startsWith("\xef\xbb\xbf")) return byUtf8(bytes) ?? withMixed(decodeAs("utf-8", bytes));
  return null;
}

/** UTF-16 without a byte order mark: in Latin text every other byte is zero, always on the same side. */
function byZeros(bytes: Uint8Array): Decoded | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i++) {
    if (bytes[i] !== 0) continue;
    if (i % 2 === 0) even++;
    else odd++;
  }
  const half = length / 2;
  if (odd > half * 0.3 && even < odd * 0.02) return decodeAs("utf-16le", bytes);
  if (even > half * 0.3 && odd < even * 0.02) return decodeAs("utf-16be", bytes);
  return null;
}

function byUtf8(bytes: Uint8Array): Decoded | null {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8", warnings: [] };
  } catch {
    return null;
  }
}

async function byStatistics(bytes: Uint8Array, stated: string | null): Promise<Decoded> {
  const nearly = nearlyUtf8(bytes);
  if (nearly !== null) return nearly;
  // Its model takes 110 ms to load, and few files need it.
  const { detect } = await import("jschardet");
  const found = detect(bytes.subarray(0, SAMPLE_BYTES), { detectEncodings: ALLOWED });
  if (found.encoding === null && found.mimeType === "application/octet-stream")
    throw new Unreadable(
      "unsupported",
      "This file is binary data, not text. Upload the document as PDF, Word or plain text.",
    );
  const name = (found.encoding ?? "windows-1252").toLowerCase();
  const guess = decodeAs(LABELS.get(name) ?? name, bytes);
  // Only old Macintosh programs end lines with a bare carriage return.
  const western = bytes.includes(13) && !bytes.includes(10) ? "macintosh" : "windows-1252";
  const isWestern = guess === null || WESTERN.has(guess.encoding) || isMixed(guess.text);
  const isLatin = isWestern || !OTHER_SCRIPT.test(guess.text);
  const decoded = isWestern || (isLatin && western === "macintosh") ? decodeAs(western, bytes) : guess;
  if (decoded === null) throw new Unreadable("unsupported", "The text encoding of this file is unknown.");
  return {
    ...decoded,
    warnings: [
      {
        code: "guessed_encoding",
        message: `This text ${stated === null ? "does not state its encoding" : `states the encoding ${stated}, which it is not in`}; it was read as ${decoded.encoding}. Check some accented letters, or save it as UTF-8.`,
      },
    ],
  };
}

const WESTERN = new Set(["windows-1252", "iso-8859-1", "iso-8859-15"]);
const OTHER_SCRIPT =
  /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Letters of other scripts inside Latin words (`Cafι`): the guess is wrong, and the text is Western. */
function isMixed(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /[^\p{ASCII}]/u.test(word));
  const mixed = words.filter((word) => /[a-z]/i.test(word) && OTHER_SCRIPT.test(word));
  return mixed.length * 2 > words.length;
}

/** This many valid multi-byte letters for each bad byte don't occur by chance in another encoding. */
const WIDE_TO_BROKEN = 2;

/** UTF-8 truncated inside a letter, or with a few foreign bytes: still UTF-8, with a warning. */
function nearlyUtf8(bytes: Uint8Array): Decoded | null {
  const text = new TextDecoder("utf-8").decode(bytes);
  let broken = 0;
  let wide = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0xfffd) broken++;
    else if (code > 127) wide++;
  }
  const cut = broken === 1 && text.endsWith("�") && wide > 0;
  return cut || (broken > 0 && wide >= WIDE_TO_BROKEN * broken)
    ? withMixed({ text, encoding: "utf-8", warnings: [] })
    : null;
}

function withMixed(decoded: Decoded | null): Decoded | null {
  if (decoded === null) return null;
  const message = "Some bytes of this text are in another encoding than the rest and are shown as �.";
  return { ...decoded, warnings: [{ code: "mixed_encodings", message }] };
}

function decodeAs(label: string, bytes: Uint8Array): Decoded | null {
  try {
    return { text: new TextDecoder(label).decode(bytes), encoding: label, warnings: [] };
  } catch {
    return null;
  }
}

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, little);
    pieces.push(code <= 0x10ffff ? String.fromCodePoint(code) : "�");
  }
  return pieces.join("");
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length)).toString("latin1");
}
