import { SpanKind } from "@opentelemetry/api";
import { markFailed, startSpan, traced } from "#server/platform/tracing.ts";
import { ModelError, type Models } from "./models.ts";

/** The same model access with a span per call, named as the conventions for generative AI ask; without any text. */
export function tracedModels(models: Models): Models {
  return {
    ...models,
    async *stream(request) {
      const { provider, model } = request;
      const span = startSpan(`chat ${model}`, {
        kind: SpanKind.CLIENT,
        attributes: {
          "gen_ai.operation.name": "chat",
          "gen_ai.provider.name": provider,
          "gen_ai.request.model": model,
        },
      });
      try {
        for await (const chunk of models.stream(request)) {
          if (chunk.type === "usage") {
            span.setAttribute("gen_ai.response.model", chunk.answeredBy);
            if (chunk.inputTokens !== null) span.setAttribute("gen_ai.usage.input_tokens", chunk.inputTokens);
            if (chunk.outputTokens !== null)
              span.setAttribute("gen_ai.usage.output_tokens", chunk.outputTokens);
          }
          yield chunk;
        }
      } catch (error) {
        markFailed(span, error instanceof ModelError ? error.fault : "_OTHER");
        throw error;
      } finally {
        span.end();
      }
    },
    embed: (request) =>
      traced(
        `embeddings ${request.model}`,
        {
          kind: SpanKind.CLIENT,
          attributes: {
            "gen_ai.operation.name": "embeddings",
            "gen_ai.request.model": request.model,
          },
        },
        () => models.embed(request),
      ),
  };
}
