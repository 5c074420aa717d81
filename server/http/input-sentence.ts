import type { z } from "zod";

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "yes or no",
  array: "a list",
  object: "an object",
};

/** What is wrong with an input, in plain words, if its schema has no sentence of its own. */
export function inputSentence(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return "This is missing.";
  if (issue.code === "invalid_type") return `This must be ${kinds[issue.expected] ?? issue.expected}.`;
  if (issue.code === "too_small") return `Use at least ${amount(issue.minimum, issue.origin)}.`;
  if (issue.code === "too_big") return `Use at most ${amount(issue.maximum, issue.origin)}.`;
  if (issue.code === "invalid_value") return `This must be one of: ${issue.values.map(String).join(", ")}.`;
  return undefined;
}

function amount(limit: number | bigint, origin: string): string {
  const unit = { string: " characters", array: " entries" }[origin] ?? "";
  return `${limit.toLocaleString("en")}${unit}`;
}
