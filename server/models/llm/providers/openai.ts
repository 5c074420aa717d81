import { fetchProvider } from "../fetch.ts";
import { idsIn, listNames } from "../list-names.ts";
import type { Provider } from "../provider.ts";

/** Chat completions (https://developers.openai.com/api/reference/resources/chat). */
export const openai: Provider = {
  takesTemperature: false,
  assumesThinking: true,
  languageModel: async ({ baseUrl, apiKey }, { model }) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? "", fetch: fetchProvider }).chat(model);
  },
  schema: {},
  // accepted by every model; `max_tokens`, the package's choice for unknown models, only by old ones
  length: (tokens) => ({ providerOptions: { openai: { maxCompletionTokens: tokens } } }),
  list: ({ baseUrl, apiKey }, signal) =>
    listNames(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` }, signal }, idsIn),
};
