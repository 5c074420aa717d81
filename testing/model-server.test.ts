import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProviderName } from "#contract/models/providers.ts";
import { startModelServer, type ModelServer } from "./model-server.ts";

/** The fake server is as strict as the providers, so that a test passing against it proves something. */
let server: ModelServer;
beforeAll(async () => void (server = await startModelServer()));
afterAll(() => server.close());

const messages = [{ role: "user", content: "q" }];
const gemini = { contents: [{ role: "user", parts: [{ text: "q" }] }] };
const refused: [ProviderName, string, object, string][] = [
  [
    "openai",
    "/chat/completions",
    { model: "gpt-5.6-terra", messages, max_tokens: 9 },
    "unsupported_parameter",
  ],
  ["openai", "/chat/completions", { model: "gpt-5-mini", messages, temperature: 0.1 }, "unsupported_value"],
  ["openai", "/chat/completions", { model: "o4-mini", messages, max_tokens: 9 }, "unsupported_parameter"],
  ["openai", "/chat/completions", { model: "gpt-4.1", messages, reasoning_effort: "low" }, "Unrecognized"],
  ["openai", "/chat/completions", { model: "gpt-4.1", messages, max_output: 1 }, "Unrecognized"],
  [
    "azure",
    "/chat/completions",
    { model: "gpt-5.6-sol-at-work", messages, max_tokens: 9 },
    "max_completion_tokens",
  ],
  ["xai", "/responses", { model: "grok-4", input: [], reasoning: { effort: "low" } }, "reasoningEffort"],
  ["xai", "/responses", { model: "grok-4.5", input: [], max_tokens: 9 }, "not supported"],
  [
    "anthropic",
    "/messages",
    { model: "claude-sonnet-5", messages, max_tokens: 9, temperature: 0.1 },
    "deprecated",
  ],
  ["anthropic", "/messages", { model: "claude-sonnet-5", messages }, "max_tokens: Field required"],
  [
    "anthropic",
    "/messages",
    { model: "claude-haiku-4-5", messages, max_tokens: 9, output_config: { effort: "low" } },
    "effort",
  ],
  [
    "google",
    "/models/gemini-2.5-flash:streamGenerateContent",
    { ...gemini, generationConfig: { thinkingConfig: { thinkingLevel: "low" } } },
    "Thinking level",
  ],
  ["google", "/models/gemini-3.6-flash:streamGenerateContent", { ...gemini, max_tokens: 9 }, "Unknown name"],
  [
    "bedrock",
    "/model/us.anthropic.claude-sonnet-5/converse-stream",
    { messages, inferenceConfig: { temperature: 0.1 } },
    "deprecated",
  ],
];

test.each(refused)("%s%s refuses the same calls as the provider (%o)", async (provider, path, body, said) => {
  const response = await fetch(`${server.urlOf(provider)}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(said);
});
