import { z } from "zod";
import { ProviderName } from "#contract/models/providers.ts";
import { ConfigError } from "./config-error.ts";
import { defaultModels, knownProviders, providerAt } from "./providers.ts";

const optional = z.preprocess((value) => (value === "" ? undefined : value), z.string().optional());
const address = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z
    .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })
    .transform((url) => url.replace(/\/{1,9}$/, ""))
    .optional(),
);
const names = z
  .string()
  .default("")
  .transform((list) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  );

/** The environment's settings for language models. */
export const modelVariables = {
  OPENAI_API_KEY: optional,
  XAI_API_KEY: optional,
  AZURE_API_KEY: optional,
  ANTHROPIC_API_KEY: optional,
  GOOGLE_API_KEY: optional,
  BEDROCK_API_KEY: optional,
  COMPATIBLE_API_KEY: optional,
  OPENAI_BASE_URL: address,
  XAI_BASE_URL: address,
  AZURE_BASE_URL: address,
  ANTHROPIC_BASE_URL: address,
  GOOGLE_BASE_URL: address,
  BEDROCK_BASE_URL: address,
  COMPATIBLE_BASE_URL: address,
  BEDROCK_REGION: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z
      .string()
      .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, "must be a region of AWS, such as eu-central-1")
      .optional(),
  ),
  AZURE_DEPLOYMENTS: names,
  BEDROCK_MODELS: names,
  COMPATIBLE_NEEDS_KEY: z.stringbool().default(true),
  SMART_BASE_URL: address,
  SMART_MODEL: optional,
  SMART_PROVIDER: z.preprocess((value) => (value === "" ? undefined : value), ProviderName.optional()),
  SMARTER_BASE_URL: address,
  SMARTER_MODEL: optional,
  SMARTER_PROVIDER: z.preprocess((value) => (value === "" ? undefined : value), ProviderName.optional()),
};
const Variables = z.object(modelVariables);
type Values = z.output<typeof Variables>;

/** A provider as this installation reaches it. */
export type ProviderConfig = {
  /** null: this installation configures no address, and nobody can choose it. */
  baseUrl: string | null;
  /** The installation's own key for that address. */
  installationKey: string | null;
  needsKey: boolean;
  /** Names from the installation's settings when the provider cannot be asked; an Azure deployment with its model. */
  models: { name: string; model: string }[];
};

/** Smart or Smarter for companies that chose nothing else. */
export type ModelEndpoint = {
  provider: ProviderName;
  baseUrl: string;
  model: string;
  installationKey: string | null;
  needsKey: boolean;
};

export type ModelsConfig = {
  models: Record<"smart" | "smarter", ModelEndpoint>;
  providers: Record<ProviderName, ProviderConfig>;
};

export function modelsOf(values: Values): ModelsConfig {
  const addresses = addressesOf(values);
  const keys = keysOf(values);
  const endpoint = (
    own: "openai" | "xai",
    given: { url: string | undefined; provider: ProviderName | undefined; model: string | undefined },
  ): ModelEndpoint => {
    const baseUrl = given.url ?? addresses[given.provider ?? own];
    if (baseUrl === null)
      throw new ConfigError(
        `${given.provider} has no address of its own: set it in the environment (docs/settings.md).`,
      );
    const provider = given.provider ?? (given.url === undefined ? own : providerAt(baseUrl));
    const hasDefault = provider === own || provider === "compatible";
    if (given.model === undefined && !hasDefault)
      throw new ConfigError(
        `${own === "openai" ? "SMART_MODEL" : "SMARTER_MODEL"} must name a model of ${provider}.`,
      );
    // OPENAI_API_KEY and XAI_API_KEY are also the keys for SMART_BASE_URL and SMARTER_BASE_URL
    const key = keys[provider] ?? (given.url === undefined ? undefined : keys[own]);
    return {
      provider,
      baseUrl,
      model: given.model ?? (own === "openai" ? defaultModels.smart : defaultModels.smarter),
      installationKey: key ?? null,
      needsKey: provider !== "compatible" || values.COMPATIBLE_NEEDS_KEY,
    };
  };
  const smart = endpoint("openai", {
    url: values.SMART_BASE_URL,
    provider: values.SMART_PROVIDER,
    model: values.SMART_MODEL,
  });
  const smarter = endpoint("xai", {
    url: values.SMARTER_BASE_URL,
    provider: values.SMARTER_PROVIDER,
    model: values.SMARTER_MODEL,
  });
  // a key for Smart's or Smarter's address is not sent to the provider's own
  const keyAt = (name: ProviderName) => {
    const slot = name === "openai" ? smart : name === "xai" ? smarter : null;
    return slot === null || slot.baseUrl === addresses[name] ? (keys[name] ?? null) : null;
  };
  const configs = ProviderName.options.map((name) => {
    const config: ProviderConfig = {
      baseUrl: addresses[name],
      installationKey: keyAt(name),
      needsKey: name !== "compatible" || values.COMPATIBLE_NEEDS_KEY,
      models: (name === "azure"
        ? values.AZURE_DEPLOYMENTS
        : name === "bedrock"
          ? values.BEDROCK_MODELS
          : []
      ).map(named),
    };
    return [name, config] as const;
  });
  return {
    models: { smart, smarter },
    providers: Object.fromEntries(configs) as Record<ProviderName, ProviderConfig>,
  };
}

function addressesOf(values: Values): Record<ProviderName, string | null> {
  const { BEDROCK_REGION: region } = values;
  const own = (name: ProviderName, given: string | undefined) => given ?? knownProviders[name].ownAddress;
  return {
    openai: own("openai", values.OPENAI_BASE_URL),
    xai: own("xai", values.XAI_BASE_URL),
    azure: own("azure", values.AZURE_BASE_URL),
    anthropic: own("anthropic", values.ANTHROPIC_BASE_URL),
    google: own("google", values.GOOGLE_BASE_URL),
    bedrock:
      values.BEDROCK_BASE_URL ??
      (region === undefined ? null : `https://bedrock-runtime.${region}.amazonaws.com`),
    compatible: own("compatible", values.COMPATIBLE_BASE_URL),
  };
}

function keysOf(values: Values): Record<ProviderName, string | undefined> {
  return {
    openai: values.OPENAI_API_KEY,
    xai: values.XAI_API_KEY,
    azure: values.AZURE_API_KEY,
    anthropic: values.ANTHROPIC_API_KEY,
    google: values.GOOGLE_API_KEY,
    bedrock: values.BEDROCK_API_KEY,
    compatible: values.COMPATIBLE_API_KEY,
  };
}

/** `deployment=model`, or one name for both. */
function named(written: string): { name: string; model: string } {
  const [name = "", model = name] = written.split("=").map((part) => part.trim());
  return { name, model };
}
