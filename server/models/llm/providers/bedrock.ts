import { fetchProvider } from "../fetch.ts";
import { ModelError } from "../models.ts";
import type { Provider } from "../provider.ts";

/**
 * The Converse API with an Amazon Bedrock API key (https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html).
 * Available models depend on the account's region and contract; the installation names them.
 */
export const bedrock: Provider = {
  takesTemperature: false,
  assumesThinking: false,
  languageModel: async ({ baseUrl, apiKey }, { model }) => {
    // without a key, the package would sign with the AWS credentials of the installation's file store
    if (apiKey === null || apiKey.trim() === "")
      throw new ModelError(
        "refused-key",
        "No Amazon Bedrock key is stored. An administrator must enter one under Companies.",
      );
    const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
    return createAmazonBedrock({ baseURL: baseUrl, apiKey, fetch: fetchProvider })(model);
  },
  schema: null,
  length: (tokens) => ({ maxOutputTokens: tokens }),
  list: null,
};
