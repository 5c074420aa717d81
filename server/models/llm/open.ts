import { embedOnce, secretsOf, streamOnce } from "./call.ts";
import { asModelError } from "./faults.ts";
import { ModelError } from "./models.ts";
import type { Models } from "./models.ts";
import { withRetries } from "./with-retries.ts";
import { providers } from "./providers.ts";
import { rememberingRefusals } from "./refusals.ts";

/** Longest silence between two chunks of an answer before the call is canceled. */
const longestSilenceMs = 30_000;
/** A person is waiting in a dialog for the list of names. */
const longestListMs = 10_000;

/** All providers, each through its own package, with the retries of `with-retries.ts`. */
export function openModels(
  timing: { silenceMs?: number; firstPauseMs?: number; openMs?: number } = {},
): Models {
  const silenceMs = timing.silenceMs ?? longestSilenceMs;
  return withRetries(
    {
      stream: rememberingRefusals((request, refuses) => streamOnce(request, refuses, silenceMs)),
      embed: (request) => embedOnce(request, silenceMs),
      list: async ({ signal, ...place }) => {
        const { list } = providers[place.provider];
        if (list === null) return [];
        try {
          const names = await list(place, AbortSignal.any([signal, AbortSignal.timeout(longestListMs)]));
          return names.toSorted();
        } catch (error) {
          if (error instanceof DOMException && error.name === "TimeoutError")
            throw new ModelError("silent", "The model's provider did not answer in time.", { cause: error });
          throw asModelError(error, signal, secretsOf(place));
        }
      },
    },
    timing,
  );
}
