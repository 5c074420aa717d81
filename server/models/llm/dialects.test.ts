import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ProviderName } from "#contract/models/providers.ts";
import { type ModelBehavior, type ModelServer, startModelServer } from "#testing/model-server.ts";
import { cureOf } from "./advice.ts";
import { profileFor, shippedModels } from "./catalog.ts";
import { faultOfStatus } from "./faults.ts";
import type { ModelEnd, ModelRequest } from "./models.ts";
import { openModels } from "./open.ts";
import type { Shape } from "./prompt.ts";
import { roomFor } from "./parameters.ts";

/** Each provider's own package against its documented dialect (testing/dialects). */
let server: ModelServer;
beforeAll(async () => void (server = await startModelServer()));
afterAll(() => server.close());
beforeEach(() => void (server.calls.length = 0));

const models = openModels({ firstPauseMs: 1, silenceMs: 2_000 });
const reply = "The fee is 5 euros [1].";
const answer = { kind: "answer", reply: () => reply } as const;

/** One current model per provider. */
const current: Record<ProviderName, string> = {
  openai: "gpt-5.6-terra",
  xai: "grok-4.5",
  azure: "gpt-5.6-terra-at-work",
  anthropic: "claude-sonnet-5",
  google: "gemini-3.6-flash",
  bedrock: "us.anthropic.claude-sonnet-5-v1:0",
  compatible: "llama3.3",
};
const all = ProviderName.options;
const keyed = all.filter((provider) => provider !== "compatible");

const shape: Shape = {
  schema: {
    type: "object",
    properties: { text: { type: "string" }, left: { type: ["string", "null"] } },
    required: ["text", "left"],
    additionalProperties: false,
  },
  inSchema: "Reply by the schema.",
  inLines: "Reply in lines.",
};

function requestTo(provider: ProviderName, model: string, apiKey: string | null): ModelRequest {
  const known = model.replace(/-at-work$/, "");
  const profile = profileFor(shippedModels, provider, known);
  return {
    provider,
    profile,
    baseUrl: server.urlOf(provider),
    apiKey,
    model,
    system: "Answer from the passages.",
    messages: [{ role: "user", content: "What is the fee?" }],
    temperature: 0.1,
    maxOutputTokens: roomFor({ provider, profile }, 1200),
    signal: new AbortController().signal,
  };
}

async function read(
  provider: ProviderName,
  model = current[provider],
  apiKey: string | null = "key-of-a-company",
  more: Partial<ModelRequest> = {},
): Promise<{ text: string; end: ModelEnd | null }> {
  let text = "";
  let end: ModelEnd | null = null;
  for await (const chunk of models.stream({ ...requestTo(provider, model, apiKey), ...more })) {
    if (chunk.type === "delta") text += chunk.text;
    else end = chunk;
  }
  return { text, end };
}

test.each(all)(
  "%s: an answer arrives with its token count, and the key and prompt are sent in the provider's form",
  async (provider) => {
    server.behave({ ...answer, usage: { prompt_tokens: 321, completion_tokens: 45 } });
    const { text, end } = await read(provider);
    expect(text).toBe(reply);
    expect(end).toMatchObject({
      inputTokens: 321,
      outputTokens: 45,
      isCut: false,
      answeredBy: current[provider],
    });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ key: "key-of-a-company", model: current[provider] });
  },
);

test("a compatible server without keys is sent no key, not even an empty or dummy one", async () => {
  server.behave(answer);
  expect((await read("compatible", "llama3.3", null)).text).toBe(reply);
  expect(server.calls[0]?.key).toBeUndefined();
});

// the table of docs/models.md
const shipped = shippedModels
  .filter(({ kind }) => kind === "chat")
  .map(({ provider, name }) => [provider, name] as const);
const unknown = [
  ["openai", "gpt-9-nova"],
  ["openai", "gpt-4-turbo"],
  ["openai", "ft:gpt-5.6-luna:acme::abc123"],
  ["azure", "gpt-5.6-sol-at-work"],
  ["azure", "gpt-4.1-at-work"],
  ["xai", "grok-9"],
  ["xai", "grok-code-fast-1"],
  ["anthropic", "claude-opus-5-9"],
  ["anthropic", "claude-3-haiku-20240307"],
  ["google", "gemini-9-flash"],
  ["google", "gemini-2.0-flash"],
  ["bedrock", "eu.anthropic.claude-opus-4-8"],
  ["bedrock", "meta.llama4-maverick-17b-instruct-v1:0"],
  ["compatible", "openai/gpt-5.6-terra"],
] as const;
test.each([...shipped, ...unknown])(
  "%s %s is sent no parameter that it refuses, at the first try",
  async (provider, model) => {
    server.behave(answer);
    expect((await read(provider, model)).text).toBe(reply);
    expect(server.calls).toHaveLength(1);
  },
);

test("a gateway's unknown model is called again without refused parameters, and never with them again", async () => {
  server.behave(answer);
  expect((await read("compatible", "gpt-9-nova")).text).toBe(reply);
  expect(
    server.calls.map(({ body }) => Object.keys(body).filter((name) => /max_|temperature/.test(name))),
  ).toEqual([
    ["max_tokens", "temperature"],
    ["temperature", "max_completion_tokens"],
    ["max_completion_tokens"],
  ]);
  server.calls.length = 0;
  expect((await read("compatible", "gpt-9-nova")).text).toBe(reply);
  expect(server.calls).toHaveLength(1);
});

const places: Record<ProviderName, string[]> = {
  openai: ["response_format", "json_schema", "schema"],
  azure: ["response_format", "json_schema", "schema"],
  compatible: ["response_format", "json_schema", "schema"],
  xai: ["text", "format", "schema"],
  anthropic: ["output_config", "format", "schema"],
  google: ["generationConfig", "responseJsonSchema"],
  bedrock: [],
};
const valueAt = (body: unknown, path: string[]) =>
  path.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);

test.each(all)("%s: is held to the schema of the reply where it has schemas", async (provider) => {
  server.behave(answer);
  const { text, end } = await read(provider, current[provider], "key-of-a-company", { shape });
  expect(text).toBe(reply);
  expect(server.calls).toHaveLength(1);
  const { body } = server.calls[0] ?? {};
  const sent = JSON.stringify(body);
  const hasSchema = provider !== "bedrock";
  if (hasSchema) expect(valueAt(body, places[provider])).toMatchObject(shape.schema);
  expect(sent.includes(shape.inSchema)).toBe(hasSchema);
  expect(sent.includes(shape.inLines)).toBe(!hasSchema);
  expect(end?.parameters.responseFormat).toBe(hasSchema ? "json_schema" : undefined);
});

test.each([
  ["openai", "gpt-4-turbo"],
  ["compatible", "gpt-3.5-turbo"],
  ["anthropic", "claude-3-haiku-20240307"],
] as const)(
  "%s %s refuses schemas: it is asked for lines, and never for a schema again",
  async (provider, model) => {
    server.behave(answer);
    const { end } = await read(provider, model, "key-of-a-company", { shape });
    expect(end?.parameters.responseFormat).toBeUndefined();
    expect(JSON.stringify(server.calls.at(-1)?.body)).toContain(shape.inLines);
    server.calls.length = 0;
    await read(provider, model, "key-of-a-company", { shape });
    expect(server.calls).toHaveLength(1);
  },
);

test.each(all)("%s: a thinking model gets extra output tokens and low effort", async (provider) => {
  server.behave({ ...answer, thinksFor: 2_000 });
  const { text, end } = await read(provider);
  if (provider === "compatible") return expect(end).toMatchObject({ isCut: true, outputTokens: 1200 });
  expect(text).toBe(reply);
  expect(end?.parameters.maxOutputTokens).toBeGreaterThan(2_000);
  expect(end?.parameters.temperature).toBeUndefined();
});

test.each(all)("%s: an empty text at the token limit is reported", async (provider) => {
  server.behave({ ...answer, thinksFor: 50_000 });
  const { text, end } = await read(provider);
  expect(text).toBe("");
  expect(end?.isCut).toBe(true);
});

test.each(["openai", "xai", "azure", "anthropic", "google"] as const)(
  "%s: the model that actually answered is on record",
  async (provider) => {
    server.behave({ ...answer, answersAs: "another-model-2026-11-01", fingerprint: "fp_1" });
    const { end } = await read(provider);
    expect(end?.answeredBy).toBe("another-model-2026-11-01");
    expect(end?.fingerprint).toBe(provider === "openai" || provider === "azure" ? "fp_1" : null);
  },
);

test.each(keyed)("%s: an account without credit is told from a limit that passes", async (provider) => {
  server.behave({ kind: "no-credit" });
  // Google and Bedrock say nothing of their own
  const isSaid = provider !== "google" && provider !== "bedrock";
  await expect(read(provider)).rejects.toMatchObject({ fault: isSaid ? "no-credit" : "busy" });
});

test.each(all)("%s: a prompt that exceeds the model's context is identified", async (provider) => {
  server.behave({ kind: "too-long", above: 0, next: answer });
  await expect(read(provider)).rejects.toMatchObject({ fault: "too-long" });
});

const broken: [string, ModelBehavior, string][] = [
  ["stops in the middle", { kind: "cut", text: "The fee is" }, "broken"],
  ["stops for its content filter", { ...answer, finish: "refused" }, "filtered"],
  ["no longer has the model", { kind: "gone" }, "gone"],
  ["is over its limit", { kind: "status", status: 429, retryAfter: "60" }, "busy"],
  ["has a fault", { kind: "status", status: 500, retryAfter: "60" }, "unreachable"],
  ["is a web page", { kind: "garbage", contentType: "text/html", body: "<h1>Welcome</h1>" }, "no-provider"],
];
test.each(
  all.flatMap((provider) =>
    broken.map(([name, behavior, fault]) => [provider, name, behavior, fault] as const),
  ),
)("%s: a provider that %s is identified", async (provider, _name, behavior, fault) => {
  server.behave(behavior);
  await expect(read(provider)).rejects.toMatchObject({ fault });
});

test.each(all)(
  "%s: a provider that leaves before its first word was reached, and is asked again",
  async (provider) => {
    server.behave({ kind: "leave" });
    await expect(read(provider)).rejects.toMatchObject({
      ...{ fault: "unreachable", passes: true },
      message: expect.stringContaining("closed the connection before it answered"),
    });
  },
);

test.each([
  [
    403,
    {
      error: {
        message: "Country, region, or territory not supported",
        code: "unsupported_country_region_territory",
      },
    },
    "not-served",
  ],
  [
    400,
    {
      error: {
        message: "User location is not supported for the API use.",
        status: "FAILED_PRECONDITION",
        code: 400,
      },
    },
    "not-served",
  ],
  // a gateway before a server that stops at its context's end
  [
    500,
    { error: { message: "the request exceeds the available context size (4096 tokens)", code: 500 } },
    "too-long",
  ],
  [500, { error: "input is too long" }, "too-long"],
  [500, { error: "out of memory" }, "unreachable"],
])("status %i with %j is no fault of another kind", (status, body, fault) => {
  const error = faultOfStatus(status, JSON.stringify(body), { headers: {}, secrets: [] });
  expect(error.fault).toBe(fault);
  expect(cureOf(error, { isAdmin: true, owner: "company" }) === "").toBe(fault === "unreachable");
});

test.each([
  ["seconds", { retryAfter: "0" }],
  ["milliseconds", { retryAfterMs: "3" }],
  ["a date", { retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" }],
])("a requested pause in %s is respected before the answer", async (_name, pause) => {
  server.behave({ kind: "status", status: 429, ...pause, times: 1, next: answer });
  expect((await read("openai")).text).toBe(reply);
  expect(server.calls).toHaveLength(2);
});

test.each(keyed)(
  "%s: a refused key is distinguished from all other errors, in the provider's words without the key",
  async (provider) => {
    server.behave(answer);
    const secret = "bad-key-of-another-provider-1234567890";
    const failure = read(provider, current[provider], secret);
    await expect(failure).rejects.toMatchObject({ fault: "refused-key" });
    await failure.catch((error: { said: string }) => {
      expect(error.said).toMatch(/^status 40[013]: ".+/);
      for (const part of [secret, secret.slice(0, 6), secret.slice(-4)])
        expect(error.said).not.toContain(part);
    });
    expect(server.calls).toHaveLength(0);
  },
);

test.each(["openai", "xai", "anthropic", "google", "compatible"] as const)(
  "%s: available models are listed, and a web page instead is no list",
  async (provider) => {
    const place = {
      provider,
      baseUrl: server.urlOf(provider),
      apiKey: "k",
      signal: new AbortController().signal,
    };
    server.behave(answer);
    server.offer(["model-b", "model-a", "not a name"]);
    expect(await models.list(place)).toEqual(["model-a", "model-b"]);
    await expect(models.list({ ...place, apiKey: "bad" })).rejects.toMatchObject({ fault: "refused-key" });
    server.behave({ kind: "garbage", contentType: "text/html", body: "<h1>Welcome</h1>" });
    await expect(models.list(place)).rejects.toThrow("A web page came back");
  },
);

test.each(keyed)("%s: no key from the environment is sent with a company's question", async (provider) => {
  const names = ["OPENAI", "XAI", "AZURE", "ANTHROPIC", "GOOGLE_GENERATIVE_AI"].map(
    (name) => `${name}_API_KEY`,
  );
  for (const name of [
    ...names,
    "ANTHROPIC_AUTH_TOKEN",
    "AWS_BEARER_TOKEN_BEDROCK",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
  ])
    vi.stubEnv(name, "key-of-the-installation");
  server.behave(answer);
  await read(provider, current[provider], null).catch((error: unknown) => {
    expect(error).toMatchObject({ fault: "refused-key" });
  });
  await read(provider);
  vi.unstubAllEnvs();
  for (const { key } of server.calls) expect(key).not.toBe("key-of-the-installation");
  expect(server.calls.at(-1)?.key).toBe("key-of-a-company");
});
