import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { openModels } from "./open.ts";
import { warmUpModels } from "./warm-up.ts";

let server: ModelServer;
beforeAll(async () => void (server = await startModelServer()));
afterAll(() => server.close());

async function read(): Promise<string> {
  const chunks = openModels({ firstPauseMs: 1 }).stream({
    provider: "compatible",
    profile: { thinks: null, refuses: [] },
    baseUrl: server.url,
    apiKey: "k",
    model: "m",
    system: "s",
    messages: [{ role: "user", content: "q" }],
    temperature: 0,
    maxOutputTokens: 10,
    signal: new AbortController().signal,
  });
  let text = "";
  for await (const chunk of chunks) if (chunk.type === "delta") text += chunk.text;
  return text;
}

test("a model's thinking is not part of its answer", async () => {
  server.behave({
    kind: "answer",
    reply: () => "<think>They ask for the fee.</think>The fee is 5 euros [1].",
  });
  expect(await read()).toBe("The fee is 5 euros [1].");
});

test("a broken stream is not an unreachable provider", async () => {
  server.behave({ kind: "cut", text: "The fee is 5 eu" });
  await expect(read()).rejects.toMatchObject({
    fault: "broken",
    message: "The model's answer was cut off.",
  });
});

test("warming up makes no network call, and its failure stops nothing", async () => {
  const fetching = vi.spyOn(globalThis, "fetch");
  await warmUpModels(["openai", "xai", "bedrock"]);
  expect(fetching.mock.calls.map(([to]) => String(to))).toEqual([
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
  ]);
  await expect(fetching.mock.results[0]?.value).resolves.toMatchObject({ status: 200 });
  fetching.mockRejectedValue(new Error("no network"));
  await expect(warmUpModels()).resolves.toBeUndefined();
  fetching.mockRestore();
});
