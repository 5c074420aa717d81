/** `emails[type eq "work"].value` as its parts; names in small letters, since directories spell them as they like. */
export type AttributePath = {
  attribute: string;
  where: { attribute: string; value: string } | null;
  sub: string | null;
};

const schemaPrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const wellFormed =
  /^([a-z$][\w$-]*)(?:\[([a-z]\w*) eq ("(?:[^"\\]|\\.)*"|true|false)\])?(?:\.([a-z$][\w$-]*))?$/i;
/** Of the enterprise user and of schemas that a directory made up: well formed, and not kept. */
const otherSchema = /^urn:[\w:.-]+$/i;

/** null for what is no path at all. */
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

/** The text of a JSON string, or a word as it stands. */
export function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value.slice(1, -1);
  }
}
