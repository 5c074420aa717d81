import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Identifies the query that a list's rows answer: while the next one loads (`isPlaceholderData`), still the previous
 * one. As the list's key it remounts results instead of moving them: an answer that takes longer than half a second
 * counts as layout shift (0.09 on interactions), and rows that move while being read are misread.
 */
export function useResultKey(asked: QueryKey, isPlaceholderData: boolean): string {
  const name = JSON.stringify(asked);
  const [answered, setAnswered] = useState(name);
  if (isPlaceholderData || answered === name) return answered;
  setAnswered(name);
  return name;
}
