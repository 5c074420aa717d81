import type { ProviderName } from "#contract/models/providers.ts";

/** Prefixes of provider keys that reveal their provider; other keys cannot be identified. */
const beginnings: [ProviderName, RegExp][] = [
  ["anthropic", /^sk-ant-/],
  ["openai", /^sk-(?:proj|svcacct|admin)-/],
  ["xai", /^xai-/],
  ["google", /^AIza/],
];

/** The provider that a key clearly belongs to, if it differs from the selected one; gateways accept any key. */
export function foreignProvider(key: string, provider: ProviderName): ProviderName | null {
  if (provider === "compatible" || provider === "azure" || provider === "bedrock") return null;
  const owner = beginnings.find(([, beginning]) => beginning.test(key))?.[0] ?? null;
  return owner === provider ? null : owner;
}
