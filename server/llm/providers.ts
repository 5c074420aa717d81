import type { ProviderName } from "#contract/providers.ts";
import { ProviderName as providerNames } from "#contract/providers.ts";
import type { Provider } from "./provider.ts";
import { anthropic } from "./providers/anthropic.ts";
import { azure } from "./providers/azure.ts";
import { bedrock } from "./providers/bedrock.ts";
import { compatible } from "./providers/compatible.ts";
import { google } from "./providers/google.ts";
import { openai } from "./providers/openai.ts";
import { xai } from "./providers/xai.ts";

export const providers: Record<ProviderName, Provider> = {
  openai,
  xai,
  azure,
  anthropic,
  google,
  bedrock,
  compatible,
};

/** An address's dialect: that of the provider with this host, otherwise OpenAI's old chat protocol. */
export function providerAt(baseUrl: string): ProviderName {
  const { hostname } = new URL(baseUrl);
  return providerNames.options.find((name) => providers[name].hosts?.test(hostname)) ?? "compatible";
}
