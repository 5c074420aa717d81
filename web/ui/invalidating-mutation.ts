import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * A mutation that refetches the lists it makes stale, whether it succeeded or not. A press with the same input
 * as the last one, while that is on its way, is none.
 */
export function useInvalidatingMutation<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  stale: QueryKey[],
) {
  const queries = useQueryClient();
  // at once: a button is disabled only from the next frame on
  const underway = useRef<{ press: string } | null>(null);
  const mutation = useMutation({
    mutationFn: run,
    onSettled: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const mutateAsync: typeof mutation.mutateAsync = async (...input) => {
    const press = JSON.stringify(input[0]) ?? "";
    if (underway.current?.press === press) return new Promise<never>(() => undefined);
    const own = { press };
    underway.current = own;
    try {
      return await mutation.mutateAsync(...input);
    } finally {
      if (underway.current === own) underway.current = null;
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
