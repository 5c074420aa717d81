import type { Dialect } from "./dialect.ts";
import { openaiChat } from "./openai-chat.ts";

/**
 * Azure's v1 API: OpenAI's chat completions with the key in another header; a model is a deployment.
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference-preview-latest; the fake provider's deployments are called
 * `<model>-at-work`. Errors: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/quota
 */
export const azureChat: Dialect = {
  ...openaiChat,
  keyIn: (headers) => headers["api-key"]?.toString(),
  refuse: ({ model, ...call }) =>
    call.headers.authorization === undefined
      ? openaiChat.refuse({ ...call, model: model.replace(/-at-work$/, "") })
      : azureChat.keyRefused(""),
  keyRefused: () => ({
    status: 401,
    body: {
      error: {
        code: "401",
        message:
          "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.",
      },
    },
  }),
  modelGone: () => ({
    status: 404,
    body: {
      error: {
        code: "DeploymentNotFound",
        message:
          "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.",
      },
    },
  }),
};
