import type { MadeCall } from "#server/models/usage/meter.ts";

/** The calls that wrote or began an answer as one: the last one's model and parameters, with all tokens of that model. */
export function spentIn(calls: readonly MadeCall[]): MadeCall | null {
  const last = calls.findLast(({ purpose }) => purpose === "answer");
  if (last === undefined) return null;
  const own = calls.filter(
    ({ purpose, provider, asked }) =>
      purpose === "answer" && provider === last.provider && asked === last.asked,
  );
  const sum = (tokens: (call: MadeCall) => number) => own.reduce((total, call) => total + tokens(call), 0);
  return {
    ...last,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    areEstimated: own.some(({ areEstimated }) => areEstimated),
  };
}
