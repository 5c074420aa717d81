import type { Metrics } from "#server/platform/metrics/metrics.ts";
import { ModelError, type Models } from "./models.ts";

/** The same model access, counted and timed in the metrics. */
export function measuredModels(metrics: Metrics, models: Models): Models {
  return {
    ...models,
    async *stream(request) {
      const end = metrics.callModel(request.provider, "answer");
      let isWhole = false;
      try {
        for await (const chunk of models.stream(request)) {
          if (chunk.type === "usage") metrics.countTokens(request.provider, chunk);
          yield chunk;
        }
        isWhole = true;
        end("ok");
      } catch (error) {
        isWhole = true;
        end(outcomeOf(error, request.signal));
        throw error;
      } finally {
        // the reader has left
        if (!isWhole) end("stopped");
      }
    },
    async embed(request) {
      const end = metrics.callModel("embeddings", "embedding");
      try {
        const embeddings = await models.embed(request);
        metrics.countTokens("embeddings", embeddings);
        end("ok");
        return embeddings;
      } catch (error) {
        end(outcomeOf(error, request.signal));
        throw error;
      }
    },
  };
}

function outcomeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "stopped";
  return error instanceof ModelError ? error.fault : "failed";
}
