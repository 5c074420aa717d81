import { ZipFile } from "yazl";
import { Unreadable } from "#reading/extract/reading.ts";
import { openZip } from "#reading/extract/office/zip.ts";

/** No clock in a file that should be the same whenever it is made; a zip begins to count in 1980. */
const written = new Date("1980-01-01T00:00:00Z");

/** The package with some parts replaced; all others keep their bytes and their order. */
export async function rewritten(bytes: Uint8Array, parts: ReadonlyMap<string, string>): Promise<Buffer> {
  const zip = await openZip(bytes);
  const made = new ZipFile();
  const chunks: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    made.outputStream.on("data", (chunk: Buffer) => void chunks.push(chunk));
    made.outputStream.on("end", () => resolve(Buffer.concat(chunks)));
    made.outputStream.on("error", reject);
  });
  for (const name of zip.names) {
    if (name.endsWith("/")) continue;
    const replaced = parts.get(name);
    const own: Uint8Array[] = [];
    if (replaced === undefined) for await (const chunk of zip.read(name)) own.push(chunk);
    const content = replaced === undefined ? Buffer.concat(own) : Buffer.from(replaced, "utf8");
    made.addBuffer(content, name, { mtime: written, compress: true });
  }
  made.end();
  return ended;
}

/**
 * Checks that a package can be given back changed.
 * @throws Unreadable unsupported for a signed file or one with macros; damaged for parts that no package may hold
 */
export function checkRewritable(names: readonly string[]): void {
  const has = (test: RegExp) => names.some((name) => test.test(name));
  if (has(/^_xmlsignatures\//i))
    throw new Unreadable(
      "unsupported",
      "This file is digitally signed, and answers would break its signature. Upload a copy without the signature.",
    );
  if (has(/vbaProject\.bin$|vbaData\.xml$|macrosheets\//i))
    throw new Unreadable(
      "unsupported",
      "This file contains macros. Save it without them, as .xlsx or .docx, and upload it again.",
    );
  if (has(/(?:^|\/)\.\.(?:\/|$)|^[a-z]:/i))
    throw new Unreadable(
      "damaged",
      "This file has parts that point outside of it. Save it again in the program that made it and upload it.",
    );
}
