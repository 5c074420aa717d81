import { type ProviderName, ProviderName as providerNames } from "#contract/models/providers.ts";

/** `ownAddress`: the default; null if each customer has their own. `hosts`: those that speak its dialect. */
type Known = { ownAddress: string | null; hosts: RegExp | null };

export const knownProviders: Record<ProviderName, Known> = {
  openai: { ownAddress: "https://api.openai.com/v1", hosts: /(?:^|\.)api\.openai\.com$/ },
  xai: { ownAddress: "https://api.x.ai/v1", hosts: /(?:^|\.)api\.x\.ai$/ },
  azure: {
    ownAddress: null,
    hosts: /\.(?:openai\.azure\.com|services\.ai\.azure\.com|cognitiveservices\.azure\.com)$/,
  },
  anthropic: { ownAddress: "https://api.anthropic.com/v1", hosts: /(?:^|\.)api\.anthropic\.com$/ },
  google: {
    ownAddress: "https://generativelanguage.googleapis.com/v1beta",
    hosts: /^generativelanguage\.googleapis\.com$/,
  },
  bedrock: { ownAddress: null, hosts: /^bedrock-runtime\.[a-z0-9-]+\.amazonaws\.com$/ },
  compatible: { ownAddress: null, hosts: null },
};

/** The models of companies that chose none: Smart at OpenAI, Smarter at xAI. */
export const defaultModels = { smart: "gpt-5.6-terra", smarter: "grok-4.5" };

/** An address's dialect: that of the provider with this host, otherwise OpenAI's old chat protocol. */
export function providerAt(baseUrl: string): ProviderName {
  const { hostname } = new URL(baseUrl);
  return providerNames.options.find((name) => knownProviders[name].hosts?.test(hostname)) ?? "compatible";
}
