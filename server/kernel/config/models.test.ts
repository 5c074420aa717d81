import { expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";

const read = (env: Record<string, string> = {}) =>
  readConfig({ SECRET_KEY: "0123456789abcdef".repeat(4), ...env }, []);

test("by default Smart is OpenAI and Smarter xAI, with models that are not being retired", () => {
  const { models } = read({ OPENAI_API_KEY: "of-openai", XAI_API_KEY: "of-xai" });
  expect(models).toEqual({
    smart: {
      provider: "openai",
      baseUrl: "https://api.openai.com/v1",
      model: "gpt-5.6-terra",
      installationKey: "of-openai",
      needsKey: true,
    },
    smarter: {
      provider: "xai",
      baseUrl: "https://api.x.ai/v1",
      model: "grok-4.5",
      installationKey: "of-xai",
      needsKey: true,
    },
  });
});

test.each([
  ["https://eu.api.openai.com/v1/", "openai"],
  ["https://our-house.openai.azure.com/openai", "azure"],
  ["https://api.anthropic.com/v1", "anthropic"],
  ["https://bedrock-runtime.eu-central-1.amazonaws.com", "bedrock"],
  ["http://127.0.0.1:11434/v1", "compatible"],
  ["https://api.openai.com.example.com/v1", "compatible"],
])("the dialect of %s is %s", (url, provider) => {
  expect(read({ SMART_BASE_URL: url, SMART_MODEL: "a-model" }).models.smart.provider).toBe(provider);
});

test("a local server needs no key if configured so, and never gets another provider's", () => {
  const { models, providers } = read({
    SMART_BASE_URL: "http://127.0.0.1:11434/v1",
    SMART_MODEL: "llama3.3",
    COMPATIBLE_NEEDS_KEY: "false",
    XAI_API_KEY: "of-xai",
  });
  expect(models.smart).toMatchObject({ provider: "compatible", installationKey: null, needsKey: false });
  expect(providers.xai).toMatchObject({ baseUrl: "https://api.x.ai/v1", installationKey: "of-xai" });
});

test("a key for a server that replaces Smart is not sent to OpenAI", () => {
  const { models, providers } = read({
    SMART_BASE_URL: "http://127.0.0.1:4000/v1",
    OPENAI_API_KEY: "of-gateway",
  });
  expect(models.smart.installationKey).toBe("of-gateway");
  expect(providers.openai.installationKey).toBeNull();
});

test("Smart can be another provider, with only that provider's address and key", () => {
  const { models } = read({
    SMART_PROVIDER: "anthropic",
    SMART_MODEL: "claude-sonnet-5",
    OPENAI_API_KEY: "of-openai",
    ANTHROPIC_API_KEY: "of-anthropic",
  });
  expect(models.smart).toMatchObject({
    provider: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    installationKey: "of-anthropic",
  });
});

test("providers without an address of their own are reached only at a configured one", () => {
  const none = read().providers;
  for (const name of ["azure", "bedrock", "compatible"] as const) expect(none[name].baseUrl).toBeNull();
  const { providers } = read({
    AZURE_BASE_URL: "https://our-house.openai.azure.com/openai",
    AZURE_DEPLOYMENTS: "fast = gpt-5.6-luna, deep",
    BEDROCK_REGION: "eu-central-1",
    BEDROCK_MODELS: "amazon.nova-lite-v1:0",
  });
  expect(providers.azure.models).toEqual([
    { name: "fast", model: "gpt-5.6-luna" },
    { name: "deep", model: "deep" },
  ]);
  expect(providers.bedrock).toMatchObject({
    baseUrl: "https://bedrock-runtime.eu-central-1.amazonaws.com",
    models: [{ name: "amazon.nova-lite-v1:0", model: "amazon.nova-lite-v1:0" }],
  });
});

test.each([
  [{ SMART_PROVIDER: "azure" }, "azure has no address of its own"],
  [{ SMART_PROVIDER: "anthropic" }, "SMART_MODEL must name a model of anthropic"],
  [{ SMART_PROVIDER: "acme" }, "SMART_PROVIDER"],
  [{ SMART_BASE_URL: "ftp://example.com" }, "http:// or https://"],
  [{ BEDROCK_REGION: "frankfurt" }, "region of AWS"],
])("invalid settings stop the start with a message (%o)", (env, said) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(said);
});
