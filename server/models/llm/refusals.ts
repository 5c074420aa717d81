import type { ModelParameter } from "#contract/models/providers.ts";
import { ModelError, type ModelChunk, type ModelRequest } from "./models.ts";

/** Models remembered at once; the oldest is forgotten first. */
const kept = 1_000;

/** Makes one call without the given parameters. */
type Call = (request: ModelRequest, refuses: ReadonlySet<ModelParameter>) => AsyncIterable<ModelChunk>;

/**
 * A model missing from all catalogs may refuse a parameter. The call is then repeated without it, and the refusal is
 * remembered until the program stops.
 */
export function rememberingRefusals(call: Call): (request: ModelRequest) => AsyncIterable<ModelChunk> {
  const learned = new Map<string, Set<ModelParameter>>();
  return async function* stream(request) {
    const name = `${request.provider} ${request.baseUrl} ${request.model}`;
    for (;;) {
      const refuses = new Set([...request.profile.refuses, ...(learned.get(name) ?? [])]);
      let hasBegun = false;
      try {
        for await (const chunk of call(request, refuses)) {
          hasBegun = true;
          yield chunk;
        }
        return;
      } catch (error) {
        const parameter = error instanceof ModelError && !hasBegun ? error.parameter : null;
        if (parameter === null || refuses.has(parameter)) throw error;
        learned.set(name, new Set([...(learned.get(name) ?? []), parameter]));
        const oldest = learned.keys().next();
        if (learned.size > kept && !oldest.done) learned.delete(oldest.value);
      }
    }
  };
}
