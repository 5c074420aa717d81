import { z } from "zod";
import { fetchProvider } from "../fetch.ts";
import { listNames } from "../list-names.ts";
import type { Provider } from "../provider.ts";

/** The Gemini API (https://ai.google.dev/api/generate-content). */
export const google: Provider = {
  takesTemperature: false,
  assumesThinking: true,
  languageModel: async ({ baseUrl, apiKey }, { model }) => {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? "", fetch: fetchProvider })(model);
  },
  schema: {},
  length: (tokens) => ({ maxOutputTokens: tokens }),
  list: ({ baseUrl, apiKey }, signal) =>
    listNames(
      `${baseUrl}/models?pageSize=1000`,
      { headers: { "x-goog-api-key": apiKey ?? "" }, signal },
      namesOfWriters,
    ),
};

const Listed = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() })),
});

function namesOfWriters(reply: unknown): string[] {
  return Listed.parse(reply)
    .models.filter(({ supportedGenerationMethods: can }) => can?.includes("generateContent") ?? true)
    .map(({ name }) => name.replace(/^models\//, ""));
}
