import { fetchProvider } from "../fetch.ts";
import type { Provider } from "../provider.ts";

/**
 * Azure's v1 API of chat completions (https://learn.microsoft.com/azure/ai-foundry/openai/latest). A model is a
 * deployment with a name chosen by its owner; keys cannot list deployments, so the installation names them.
 */
export const azure: Provider = {
  takesTemperature: false,
  assumesThinking: true,
  languageModel: async ({ baseUrl, apiKey }, { model }) => {
    const { createAzure } = await import("@ai-sdk/azure");
    return createAzure({ baseURL: baseUrl, apiKey: apiKey ?? "", fetch: fetchProvider }).chat(model);
  },
  schema: {},
  // read under OpenAI's name; deployment names do not identify the model, so all get the newer field
  length: (tokens) => ({ providerOptions: { openai: { maxCompletionTokens: tokens } } }),
  list: null,
};
