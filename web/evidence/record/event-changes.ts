import type { RecordEvent } from "#contract/evidence/record.ts";
import { nameWords } from "./event-words.ts";
import { sentenceCase } from "#web/ui/format.ts";

export type Change = { field: string; before: string | null; after: string | null };

/** An event's fields as text. With both sides known, omits unchanged ones. */
export function changesOf({ before, after }: Pick<RecordEvent, "before" | "after">): Change[] {
  const old = flatten(before);
  const now = flatten(after);
  const isChange = before !== null && after !== null;
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null };
    return isChange && change.before === change.after ? [] : [change];
  });
}

/** Nested fields use their full path: "Filters, from". */
function flatten(values: Record<string, unknown> | null, path: string[] = []): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(values ?? {})) {
    const whole = [...path, nameWords(name)];
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      for (const [field, text] of flatten(value as Record<string, unknown>, whole)) fields.set(field, text);
    else fields.set(sentenceCase(whole.join(", ")), say(value));
  }
  return fields;
}

function say(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(say).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${nameWords(name)} ${say(part)}`)
      .join(", ");
  return String(value);
}
