import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Names the question that what stands in a list answers: while another one is on its way (`isPlaceholderData`), still
 * the one before. As the key of the list it makes what is found anew rather than move: an answer that takes longer than
 * half a second counts as layout shift (0.09 on interactions), and rows that change their places under the eye are
 * read wrongly.
 */
export function useAnswered(asked: QueryKey, isPlaceholderData: boolean): string {
  const name = JSON.stringify(asked);
  const [answered, setAnswered] = useState(name);
  if (isPlaceholderData || answered === name) return answered;
  setAnswered(name);
  return name;
}
