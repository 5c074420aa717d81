import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";

/** A mutation that refetches the lists it makes stale, whether it succeeded or not. */
export function useInvalidatingMutation<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  stale: QueryKey[],
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** The failure, as a sentence. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && error.message !== "" ? error.message : undefined;
}
