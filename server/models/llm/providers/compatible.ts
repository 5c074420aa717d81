import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { fetchProvider } from "../fetch.ts";
import { idsIn, listNames } from "../list-names.ts";
import type { Provider } from "../provider.ts";

/** OpenAI's chat protocol as spoken by Ollama, vLLM and LiteLLM; a key is sent if there is one. */
export const compatible: Provider = {
  takesTemperature: true,
  assumesThinking: false,
  languageModel: ({ baseUrl, apiKey }, { model, refuses }) => {
    const provider = createOpenAICompatible({
      name: "provider",
      baseURL: baseUrl,
      ...(apiKey === null ? {} : { apiKey }),
      includeUsage: true,
      supportsStructuredOutputs: true,
      fetch: fetchProvider,
      ...(refuses.has("max_tokens") ? { transformRequestBody: withNewLength } : {}),
    });
    return Promise.resolve(provider(model));
  },
  schema: {},
  length: (tokens) => ({ maxOutputTokens: tokens }),
  list: ({ baseUrl, apiKey }, signal) =>
    listNames(
      `${baseUrl}/models`,
      { headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }, signal },
      idsIn,
    ),
};

/** A gateway passes `max_tokens` on to models that refuse it; they accept the newer name. */
function withNewLength({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}
