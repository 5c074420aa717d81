import { fetchProvider } from "../fetch.ts";
import { idsIn, listNames } from "../list-names.ts";
import type { Provider } from "../provider.ts";

/** The Responses API (https://docs.x.ai/docs/api-reference#create-new-response), which the package uses. */
export const xai: Provider = {
  takesTemperature: false,
  assumesThinking: true,
  languageModel: async ({ baseUrl, apiKey }, { model }) => {
    const { createXai } = await import("@ai-sdk/xai");
    return createXai({ baseURL: baseUrl, apiKey: apiKey ?? "", fetch: fetchProvider }).responses(model);
  },
  schema: {},
  // without `store: false`, xAI keeps questions and answers for 30 days
  length: (tokens) => ({ maxOutputTokens: tokens, providerOptions: { xai: { store: false } } }),
  list: ({ baseUrl, apiKey }, signal) =>
    listNames(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` }, signal }, idsIn),
};
