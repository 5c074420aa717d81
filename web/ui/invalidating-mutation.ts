import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * A mutation that refetches the lists it makes stale, whether it succeeded or not. A second press with the same input, while
 * the first is on its way, is none.
 */
export function useInvalidatingMutation<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  stale: QueryKey[],
) {
  const queries = useQueryClient();
  // at once: a button is disabled only from the next frame on
  const underway = useRef(new Set<string>());
  const mutation = useMutation({
    mutationFn: run,
    onSettled: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const mutateAsync: typeof mutation.mutateAsync = async (...input) => {
    const press = JSON.stringify(input[0]) ?? "";
    if (underway.current.has(press)) return new Promise<never>(() => undefined);
    underway.current.add(press);
    try {
      return await mutation.mutateAsync(...input);
    } finally {
      underway.current.delete(press);
    }
  };
  const mutate: typeof mutation.mutate = (...input) => {
    // its failure is in the mutation's state
    mutateAsync(...input).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync };
}

/** The failure, as a sentence. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && error.message !== "" ? error.message : undefined;
}
