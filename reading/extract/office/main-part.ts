import { Unreadable } from "../reading.ts";
import { readRelations } from "./relations.ts";
import type { Zip } from "./zip.ts";

/**
 * The part with the content: the one that the package names, else the usual one.
 * @throws Unreadable damaged if neither is there
 */
export async function partOf(zip: Zip, usual: string): Promise<string> {
  const root = await readRelations(zip, "");
  const target = root.find((relation) => relation.type === "officeDocument")?.target ?? usual;
  if (zip.names.includes(target)) return target;
  throw new Unreadable(
    "damaged",
    "This file has no content in it. Open it in the program that made it, save it again and upload it.",
  );
}
