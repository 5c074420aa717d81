import type { ProviderName } from "#contract/providers.ts";

/** How the keys of providers begin that say so; others cannot be told apart. */
const beginnings: [ProviderName, RegExp][] = [
  ["anthropic", /^sk-ant-/],
  ["openai", /^sk-(?:proj|svcacct|admin)-/],
  ["xai", /^xai-/],
  ["google", /^AIza/],
];

/** The provider that a key plainly belongs to when it is not the one it was entered for; servers in between take any. */
export function foreignProvider(key: string, provider: ProviderName): ProviderName | null {
  if (provider === "compatible" || provider === "azure" || provider === "bedrock") return null;
  const owner = beginnings.find(([, beginning]) => beginning.test(key))?.[0] ?? null;
  return owner === provider ? null : owner;
}
