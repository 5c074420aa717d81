import { isPlainLine } from "#contract/kernel/values.ts";
import { refused } from "./refused.ts";

/** @throws AppError invalid with `invalidValue` if it is not text, is empty, too long or cannot be stored */
export function readText(value: unknown, attribute: string, most: number): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > most || !isPlainLine(text) || !text.isWellFormed())
    throw refused(
      "invalidValue",
      `${attribute} is a line of 1 to ${most} characters without control characters. Nothing was changed.`,
    );
  return text;
}
