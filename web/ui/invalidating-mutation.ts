import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";

/** A change that knows which lists it makes stale: they are fetched anew whether it worked or not. */
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

/** What went wrong, as a sentence. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && error.message !== "" ? error.message : undefined;
}
