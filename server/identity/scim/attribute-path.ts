/** `emails[type eq "work"].value` as its parts; names in lowercase, since directories vary in spelling. */
export type AttributePath = {
  attribute: string;
  where: { attribute: string; value: string } | null;
  sub: string | null;
};

const schemaPrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const wellFormed =
  /^([a-z$][\w$-]*)(?:\[([a-z]\w*) eq ("(?:[^"\\]|\\.)*"|true|false)\])?(?:\.([a-z$][\w$-]*))?$/i;
/** Of the enterprise user and of schemas a directory made up: well formed, and not stored. */
const otherSchema = /^urn:[\w:.-]+$/i;

/** null for an invalid path. */
export function readPath(text: string): AttributePath | null {
  const [, attribute = "", name, value = "", sub] =
    wellFormed.exec(text.trim().replace(schemaPrefix, "").replaceAll(/\s+/g, " ")) ?? [];
  if (attribute === "")
    return otherSchema.test(text.trim()) ? { attribute: text.toLowerCase(), where: null, sub: null } : null;
  return {
    attribute: attribute.toLowerCase(),
    where: name === undefined ? null : { attribute: name.toLowerCase(), value: unquoted(value) },
    sub: sub?.toLowerCase() ?? null,
  };
}

/** The text of a JSON string, or a bare word. */
export function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}
