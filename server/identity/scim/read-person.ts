import { Email } from "#contract/kernel/values.ts";
import { isTheAddress } from "./filter.ts";
import { isObject, partOf, type Operation } from "./operations.ts";
import { readText } from "./read-text.ts";
import { refused } from "./refused.ts";

/** The values set by operations; others are omitted. */
export type PersonChange = {
  userName?: string;
  externalId?: string | null;
  email?: string;
  firstName?: string;
  lastName?: string;
  isActive?: boolean;
};

/**
 * The result of a directory's operations on a person. Attributes that are not stored here (title, department, roles …)
 * change nothing: directories send more than they are asked for.
 * @throws AppError invalid with `invalidValue`, `mutability` or `noTarget`
 */
export function readPerson(operations: Operation[]): PersonChange {
  const change: PersonChange = {};
  let wholeName = "";
  for (const operation of operations) {
    const { attribute, sub, value } = operation;
    const isRemoved = operation.op === "remove";
    switch (sub === null ? attribute : `${attribute}.${sub}`) {
      case "groups":
        if (operation.op !== "add")
          throw refused("mutability", "Groups are changed through the group resource. Nothing was changed.");
        break;
      case "username":
        change.userName = isRemoved ? required("userName") : readText(value, "userName", 255);
        break;
      case "externalid":
        if (isRemoved || (value === null && operation.op === "replace")) change.externalId = null;
        else if (value !== null) change.externalId = readText(value, "externalId", 255);
        break;
      case "active":
        change.isActive = isRemoved ? required("active") : readBoolean(value);
        break;
      case "name":
        Object.assign(change, isRemoved ? { firstName: "", lastName: "" } : namesIn(value));
        wholeName = isObject(value) ? optional(partOf(value, "formatted"), "name.formatted", 201) : wholeName;
        break;
      case "name.givenname":
        change.firstName = isRemoved ? "" : optional(value, "name.givenName", 100);
        break;
      case "name.familyname":
        change.lastName = isRemoved ? "" : optional(value, "name.familyName", 100);
        break;
      case "displayname":
        if (!isRemoved) wholeName = optional(value, "displayName", 201);
        break;
      case "emails":
      case "emails.value":
        Object.assign(change, addressOf(operation));
        break;
    }
  }
  return { ...namesOf(wholeName, change), ...change };
}

function required(attribute: string): never {
  throw refused("mutability", `${attribute} cannot be removed. Nothing was changed.`);
}

const optional = (value: unknown, attribute: string, most: number) =>
  value === null || value === undefined || value === "" ? "" : readText(value, attribute, most);

/** Entra ID sends booleans as text. */
function readBoolean(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== "true" && text !== "false")
    throw refused("invalidValue", "active is true or false. Nothing was changed.");
  return text === "true";
}

function namesIn(value: unknown): PersonChange {
  if (value === null) return {};
  if (!isObject(value)) throw refused("invalidValue", "name is an object. Nothing was changed.");
  const [given, family] = [partOf(value, "givenname"), partOf(value, "familyname")];
  return {
    ...(given === undefined ? {} : { firstName: optional(given, "name.givenName", 100) }),
    ...(family === undefined ? {} : { lastName: optional(family, "name.familyName", 100) }),
  };
}

/** A full name counts if its parts are missing. */
function namesOf(whole: string, { firstName, lastName }: PersonChange): PersonChange {
  if (whole === "" || firstName !== undefined || lastName !== undefined) return {};
  const [first = "", ...rest] = whole.split(/\s+/);
  return { firstName: first.slice(0, 100), lastName: rest.join(" ").slice(0, 100) };
}

/** One address is stored: the primary one, else the one of type work, else the first. */
function addressOf({ op, where, sub, value }: Operation): PersonChange {
  if (where !== null && !isTheAddress(where)) {
    if (op === "replace")
      throw refused("noTarget", "Only the address of type work is kept. Nothing was changed.");
    return {};
  }
  if (op === "remove") return required("The only email address");
  const address = sub === null ? addressIn(value) : value;
  return address === null ? {} : { email: readEmail(address) };
}

function addressIn(value: unknown): unknown {
  const entries = (Array.isArray(value) ? value : [value]).filter((entry) => isObject(entry));
  const isPrimary = (entry: Record<string, unknown>) => String(partOf(entry, "primary")) === "true";
  const isWork = (entry: Record<string, unknown>) => partOf(entry, "type") === "work";
  const chosen = entries.find(isPrimary) ?? entries.find(isWork) ?? entries[0];
  return chosen === undefined ? null : (partOf(chosen, "value") ?? null);
}

export function readEmail(value: unknown): string {
  const parsed = Email.safeParse(value);
  if (!parsed.success) throw refused("invalidValue", "An email address is not valid. Nothing was changed.");
  return parsed.data;
}
