import type { z } from "zod";
import type { ScimPatch } from "#contract/identity/scim.ts";
import { readPath, type AttributePath } from "./attribute-path.ts";
import { refused } from "./refused.ts";

export type Operation = AttributePath & { op: "add" | "replace" | "remove"; value: unknown };
type Sent = z.output<typeof ScimPatch>["operations"];

/**
 * A patch as single assignments. Accepts dialects too: Entra ID writes "Replace" and sends an object without a path
 * whose keys are paths (`name.givenName`), Okta one whose keys are attributes.
 * @throws AppError invalid with `invalidPath`, `invalidSyntax` or `noTarget`
 */
export function readOperations(sent: Sent): Operation[] {
  return sent.flatMap(({ op: written, path, value }) => {
    const op = written.toLowerCase();
    if (op !== "add" && op !== "replace" && op !== "remove")
      throw refused("invalidSyntax", "An operation is add, replace or remove.");
    if (path !== undefined && path.trim() !== "") return [{ op, ...pathOf(path), value }];
    if (op === "remove") throw refused("noTarget", "A remove operation needs a path.");
    if (!isObject(value))
      throw refused("invalidValue", "An operation without a path has an object of attributes as its value.");
    return assignmentsOf(op, value);
  });
}

/** An entire resource, or the value of an operation without a path. */
export function assignmentsOf(op: "add" | "replace", resource: Record<string, unknown>): Operation[] {
  return Object.entries(resource).map(([name, value]) => ({ op, ...pathOf(name), value }));
}

function pathOf(text: string): AttributePath {
  const path = readPath(text);
  if (path === null) throw refused("invalidPath", `This is not an attribute path: ${text.slice(0, 80)}`);
  return path;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object's property by name, in any case. */
export function partOf(value: Record<string, unknown>, name: string): unknown {
  return Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1];
}
