import { fetchProvider } from "../fetch.ts";
import { idsIn, listNames } from "../list-names.ts";
import type { Provider } from "../provider.ts";

/** The Messages API (https://platform.claude.com/docs/en/api/messages). */
export const anthropic: Provider = {
  takesTemperature: false,
  assumesThinking: true,
  languageModel: async ({ baseUrl, apiKey }, { model }) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? "", fetch: fetchProvider })(model);
  },
  schema: { providerOptions: { anthropic: { structuredOutputMode: "outputFormat" } } },
  length: (tokens) => ({ maxOutputTokens: tokens }),
  list: ({ baseUrl, apiKey }, signal) =>
    listNames(
      `${baseUrl}/models?limit=1000`,
      { headers: { "x-api-key": apiKey ?? "", "anthropic-version": "2023-06-01" }, signal },
      idsIn,
    ),
};
