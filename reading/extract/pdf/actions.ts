import { constants, inflateSync } from "node:zlib";
import type { Warning } from "../extraction.ts";

export const SCRIPTS: Warning = {
  code: "scripts",
  message: "This PDF contains scripts. They are never run.",
};

/** Actions that names in a file's objects request from a reader, automatically or on a click. */
const ACTIONS = new Map([
  ["Launch", "start a program"],
  ["SubmitForm", "send data to an address"],
  ["ImportData", "load other data"],
  ["GoToE", "open an embedded file"],
  ["RichMedia", "play media"],
  ["XFA", "show a form that is a program"],
]);
/** Names of actions that a reader performs unasked. */
const BY_ITSELF = ["OpenAction", "AA"];
/** Without one of these, every layer is on (ISO 32000-2, 8.11); programs write an empty list of layers that are off. */
const SWITCHES = ["OFF", "AllOff", "AnyOff", "VE"];
/** Limit for scanning a compressed part, which contains object names, not text. */
const MAX_INFLATED = 4 * 1024 * 1024;
const MAX_PARTS = 2_000;

/** Names in a file; `isWhole` unless some of its objects are encrypted, or more than are scanned. */
export type Names = { names: Set<string>; isWhole: boolean };

/**
 * Names (`/Launch`) in a PDF's objects, including those inside object streams: PDFium reports few actions. A warning for
 * administrators, not a proof: nothing in a PDF is ever run, named or not.
 */
export function namesOf(bytes: Uint8Array): Names {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const names = new Set<string>();
  let isWhole = true;
  const collect = (text: string) => {
    for (const [, name = ""] of text.matchAll(WANTED)) names.add(name);
    if (!text.includes("#")) return;
    for (const [, name = ""] of text.matchAll(ESCAPED)) names.add(plainName(name));
  };
  let from = 0;
  let parts = 0;
  let left = MAX_INFLATED;
  for (;;) {
    const start = file.indexOf("stream", from);
    collect(file.toString("latin1", from, start < 0 ? file.length : start));
    if (start < 0) return { names, isWhole };
    const end = file.indexOf("endstream", start);
    const head = file.toString("latin1", Math.max(from, start - HEAD_CHARACTERS), start);
    if (/\/ObjStm\b/.test(head)) {
      const isRead = parts++ < MAX_PARTS && left > 0;
      const body = file.subarray(start + "stream".length, end < 0 ? file.length : end);
      const text = isRead ? inflate(body, left) : "";
      left -= text.length;
      isWhole &&= text !== "";
      collect(text);
    }
    if (end < 0) return { names, isWhole };
    from = end + "endstream".length;
  }
}

/**
 * Collects only the requested names of the hundred thousand in a file: collecting all took a twentieth of the reading time.
 */
const WANTED = new RegExp(
  `/(${["JavaScript", ...BY_ITSELF, ...ACTIONS.keys(), ...SWITCHES].join("|")})(?![A-Za-z0-9#]|\\s*\\[\\s*\\])`,
  "g",
);
const ESCAPED = /\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){2,24})(?![A-Za-z0-9#])/g;
/** A stream's dictionary comes directly before it. */
const HEAD_CHARACTERS = 400;

/** `/J#61vaScript` is `/JavaScript`. */
const plainName = (name: string) =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

function inflate(stream: Buffer, most: number): string {
  const body = stream.subarray(stream[0] === 13 ? 2 : 1);
  try {
    return inflateSync(body, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }).toString(
      "latin1",
    );
  } catch {
    return ""; // encrypted, or compressed in another way
  }
}

/** Whether a layer of the file may be off. */
export const hasSwitches = ({ names, isWhole }: Names) =>
  !isWhole || SWITCHES.some((name) => names.has(name));

/** Actions that a PDF requests: scripts, programs, forms that send data. */
export function actionWarnings(names: Set<string>): Warning[] {
  const warnings = names.has("JavaScript") ? [SCRIPTS] : [];
  const acts = [...ACTIONS].filter(([name]) => names.has(name)).map(([, what]) => what);
  if (acts.length === 0) return warnings;
  // most files open at a page by OpenAction, which is harmless
  const itself = BY_ITSELF.some((name) => names.has(name)) ? ", some of it by itself" : "";
  const message = `This PDF asks a reader to ${acts.join(", to ")}${itself}. None of it is ever done here.`;
  return [...warnings, { code: "actions", message }];
}
