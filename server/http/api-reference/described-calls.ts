import { completionCalls } from "#contract/answering/completions.ts";
import { programPath } from "#contract/answering/programs.ts";
import { allEndpoints } from "#contract/api.ts";
import type { CallSpec } from "#contract/kernel/endpoint.ts";

/** A call with its name and group. */
export type DescribedCall = CallSpec & { noun: string; name: string };

/** Every call of the contract. */
export const contractCalls: DescribedCall[] = allEndpoints.map(({ noun, name, spec }) => ({
  noun,
  name,
  ...spec,
}));

/** Every call under `/api/v1` and `/v1`. There are no others beside them, so that their names need no `Program`. */
export const programCalls: DescribedCall[] = [
  ...contractCalls
    .filter(({ path }) => path.startsWith(programPath))
    .map((call) => ({ ...call, name: call.name.replace("Program", "") })),
  ...Object.entries(completionCalls).map(([name, call]) => ({ noun: "completions", name, ...call })),
];

export const named = ({ method, path }: Pick<DescribedCall, "method" | "path">) => `${method} ${path}`;
