import { openCfb } from "../word/cfb.ts";
import { Unreadable } from "../reading.ts";
import { openZip, type Zip } from "./zip.ts";

/**
 * Opens an Office file. An encrypted one is an OLE container around the ciphertext.
 * @throws Unreadable protected or damaged
 */
export async function openPackage(bytes: Uint8Array, program: "Word" | "Excel" | "PowerPoint"): Promise<Zip> {
  if (openCfb(bytes) !== null)
    throw new Unreadable(
      "protected",
      `This ${program} file is protected by a password. Remove the password and upload it again.`,
    );
  return openZip(bytes);
}
