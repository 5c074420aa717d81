import { parseSidePart } from "./xml.ts";
import type { Zip } from "./zip.ts";

export type Relations = { id: string; type: string; target: string }[];

/**
 * The relationships of a part (`""` is the package), with targets as part names. Nothing outside the file is followed.
 */
export async function readRelations(zip: Zip, part: string): Promise<Relations> {
  const folder = folderOf(part);
  const relations: Relations = [];
  await eachRelation(zip, part, ({ id, type, target, isOutside }) => {
    if (!isOutside) relations.push({ id, type, target: resolveTarget(folder, target) });
  });
  return relations;
}

/**
 * Whether Office would fetch something from elsewhere on opening the file, whichever part asks for it. A link to click
 * doesn't count.
 */
export async function refersOutside(zip: Zip): Promise<boolean> {
  let found = false;
  for (const name of zip.names) {
    if (!name.endsWith(".rels")) continue;
    await eachRelation(zip, name.replace("_rels/", "").slice(0, -".rels".length), ({ type, isOutside }) => {
      found ||= isOutside && type !== "hyperlink";
    });
  }
  return found;
}

type Relation = { id: string; type: string; target: string; isOutside: boolean };

async function eachRelation(zip: Zip, part: string, visit: (relation: Relation) => void): Promise<void> {
  const folder = folderOf(part);
  await parseSidePart(zip, `${folder}_rels/${part.slice(folder.length)}.rels`, {
    open: (element) => {
      if (element.name !== "rel:Relationship") return;
      visit({
        id: element.attribute("Id") ?? "",
        type: element.attribute("Type")?.split("/").at(-1) ?? "",
        target: element.attribute("Target") ?? "",
        isOutside: element.attribute("TargetMode") === "External",
      });
    },
  });
}

function folderOf(part: string): string {
  return part.includes("/") ? part.slice(0, part.lastIndexOf("/") + 1) : "";
}

function resolveTarget(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}
