import { usualLimits } from "#contract/models/limits.ts";
import { embedOnce, secretsOf, streamOnce } from "./call.ts";
import { asModelError } from "./faults.ts";
import { ModelError, type ModelRequest, type Models } from "./models.ts";
import { createPaces } from "./paces.ts";
import { thinksFirst } from "./parameters.ts";
import { questionsFirst } from "./questions-first.ts";
import { withRetries } from "./with-retries.ts";
import { providers } from "./providers.ts";
import { rememberingRefusals } from "./refusals.ts";

/** A person is waiting in a dialog for the list of names. */
const longestListMs = 10_000;

/**
 * All providers, each through its own package, in the order of `questions-first.ts` and with the retries of
 * `with-retries.ts`.
 * @param timing for tests; `silenceMs` replaces the limits of every model, with no time to read
 */
export function openModels(
  timing: { silenceMs?: number; firstPauseMs?: number; openMs?: number } = {},
): Models {
  const paces = createPaces();
  const waitsOf = ({ limits = usualLimits }: Pick<ModelRequest, "limits">) => ({
    readingMs: timing.silenceMs === undefined ? limits.readingSeconds * 1_000 : 0,
    silenceMs: timing.silenceMs ?? limits.silenceSeconds * 1_000,
    totalMs: limits.totalSeconds * 1_000,
  });
  const models = withRetries(
    {
      stream: rememberingRefusals((request, refuses) =>
        streamOnce(request, refuses, waitsOf(request), paces),
      ),
      readingRoom(model) {
        const tooLong = paces.tooLongFor(model);
        // the wait for a model that thinks first says little about its reading
        const speed = thinksFirst(model) ? null : paces.speedOf(model);
        const rooms = [
          ...(tooLong === null ? [] : [tooLong / 2]),
          ...(speed === null ? [] : [speed * (model.limits ?? usualLimits).readingSeconds]),
        ];
        return rooms.length === 0 ? null : Math.floor(Math.min(...rooms));
      },
      embed: (request) => embedOnce(request, timing.silenceMs ?? usualLimits.silenceSeconds * 1_000),
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
  return questionsFirst(models);
}
