import { z } from "zod";

/** Who serves a model. `compatible` is any server that speaks OpenAI's chat protocol: Ollama, vLLM, LiteLLM. */
export const ProviderName = z.enum([
  "openai",
  "xai",
  "azure",
  "anthropic",
  "google",
  "bedrock",
  "compatible",
]);
export type ProviderName = z.infer<typeof ProviderName>;

export const providerLabels: Record<ProviderName, string> = {
  openai: "OpenAI",
  xai: "xAI",
  azure: "Azure OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  bedrock: "Amazon Bedrock",
  compatible: "OpenAI-compatible server",
};

/** Call parameters that some models reject with status 400. */
export const ModelParameter = z.enum(["temperature", "max_tokens", "reasoning_effort", "response_format"]);
export type ModelParameter = z.infer<typeof ModelParameter>;
