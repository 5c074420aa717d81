import { isObject, partOf, type Operation } from "./operations.ts";
import { readText } from "./read-text.ts";
import { refused } from "./refused.ts";

/** `members`: from the existing members to the resulting ones, by identifier. */
export type GroupChange = {
  displayName?: string;
  externalId?: string | null;
  members?: (present: ReadonlySet<number>) => Set<number>;
};

/** @throws AppError invalid with `invalidValue`, `invalidPath` or `mutability` */
export function readGroup(operations: Operation[]): GroupChange {
  const change: GroupChange = {};
  const steps: ((members: Set<number>) => Set<number>)[] = [];
  for (const operation of operations) {
    const { op, attribute, value } = operation;
    const isRemoved = op === "remove";
    if (attribute === "displayname") {
      if (isRemoved) throw refused("mutability", "displayName cannot be removed. Nothing was changed.");
      change.displayName = readText(value, "displayName", 200);
    } else if (attribute === "externalid")
      change.externalId = isRemoved || value === null ? null : readText(value, "externalId", 255);
    else if (attribute === "members") steps.push(stepOf(operation));
  }
  if (steps.length > 0)
    change.members = (present) => steps.reduce((members, step) => step(members), new Set(present));
  return change;
}

function stepOf({ op, where, sub, value }: Operation): (members: Set<number>) => Set<number> {
  if (where !== null) {
    if (op !== "remove" || where.attribute !== "value" || sub !== null)
      throw refused("invalidPath", 'A path to a member can only remove it: members[value eq "2"].');
    const id = identifier(where.value);
    return (members) => without(members, [id]);
  }
  if (sub !== null) throw refused("invalidPath", "A member is added or removed as a whole.");
  if (op === "remove" && (value === undefined || value === null)) return () => new Set();
  const ids = identifiersIn(value);
  if (op === "remove") return (members) => without(members, ids);
  if (op === "replace") return () => new Set(ids);
  return (members) => {
    for (const id of ids) members.add(id);
    return members;
  };
}

function without(members: Set<number>, ids: number[]): Set<number> {
  for (const id of ids) members.delete(id);
  return members;
}

function identifiersIn(value: unknown): number[] {
  return (Array.isArray(value) ? value : value === null ? [] : [value]).map((entry: unknown) => {
    if (!isObject(entry)) throw refused("invalidValue", "A member is an object with a value.");
    if (String(partOf(entry, "type") ?? "User").toLowerCase() !== "user")
      throw refused("invalidValue", "Groups have people as members, not groups. Nothing was changed.");
    return identifier(partOf(entry, "value"));
  });
}

/** An identifier in the form we issue; anything else belongs to nobody and is reported as absent. */
function identifier(value: unknown): number {
  const text = String(value);
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : 0;
}
