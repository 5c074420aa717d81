import { expect, test } from "vitest";
import type { ModelType } from "#contract/kernel/values.ts";
import { ModelError, type ModelChunk, type ModelFault, type ModelRequest, type Models } from "./models.ts";
import { withRetries } from "./with-retries.ts";

const done: ModelChunk = {
  type: "usage",
  inputTokens: 1,
  outputTokens: 1,
  isCut: false,
  answeredBy: "m",
  fingerprint: null,
  parameters: { maxOutputTokens: 1 },
};

/** A provider that fails as instructed, then answers. */
function provider(failures: { fault: ModelFault; retryAfterMs?: number }[], afterWords = false) {
  const left = [...failures];
  let calls = 0;
  const models: Models = {
    async *stream() {
      calls += 1;
      await Promise.resolve();
      const failure = left.shift();
      if (afterWords) yield { type: "delta", text: "Words " };
      if (failure)
        throw new ModelError(failure.fault, "failed", { retryAfterMs: failure.retryAfterMs ?? null });
      yield { type: "delta", text: "whole" };
      yield done;
    },
    embed: () => Promise.reject(new Error("not asked here")),
    list: () => Promise.reject(new Error("not asked here")),
    readingRoom: () => null,
  };
  return { models: withRetries(models, { firstPauseMs: 1, openMs: 60 }), calls: () => calls };
}

const request = (signal = new AbortController().signal): ModelRequest => ({
  provider: "compatible",
  baseUrl: "http://provider",
  profile: { thinks: null, refuses: [] },
  apiKey: "k",
  model: "m",
  system: "",
  messages: [],
  temperature: 0,
  maxOutputTokens: 1,
  signal,
});

async function read(models: Models, signal?: AbortSignal, slot?: ModelType): Promise<string> {
  let text = "";
  for await (const chunk of models.stream({ ...request(signal), ...(slot === undefined ? {} : { slot }) }))
    if (chunk.type === "delta") text += chunk.text;
  return text;
}

test("a transient fault is retried twice at most", async () => {
  const twice = provider([{ fault: "unreachable" }, { fault: "busy" }]);
  expect(await read(twice.models)).toBe("whole");
  expect(twice.calls()).toBe(3);
  const thrice = provider([{ fault: "unreachable" }, { fault: "busy" }, { fault: "busy" }]);
  await expect(read(thrice.models)).rejects.toMatchObject({ fault: "busy" });
  expect(thrice.calls()).toBe(3);
});

test("the provider's Retry-After is respected, unless it is too long to wait", async () => {
  const polite = provider([{ fault: "busy", retryAfterMs: 120 }]);
  const started = performance.now();
  expect(await read(polite.models)).toBe("whole");
  expect(performance.now() - started).toBeGreaterThanOrEqual(120);
  const distant = provider([{ fault: "busy", retryAfterMs: 60_000 }]);
  await expect(read(distant.models)).rejects.toMatchObject({ fault: "busy" });
  expect(distant.calls()).toBe(1);
});

test.each(["refused-key", "refused", "broken", "silent"] as const)(
  "a permanent fault (%s) is not retried",
  async (fault) => {
    const { models, calls } = provider([{ fault }]);
    await expect(read(models)).rejects.toMatchObject({ fault });
    expect(calls()).toBe(1);
  },
);

test("a call is not retried once words have arrived", async () => {
  const { models, calls } = provider([{ fault: "unreachable" }], true);
  await expect(read(models)).rejects.toMatchObject({ fault: "unreachable" });
  expect(calls()).toBe(1);
});

test("a provider that keeps failing gets no calls for a while, then is retried", async () => {
  const failures = Array.from({ length: 15 }, () => ({ fault: "unreachable" as const }));
  const { models, calls } = provider(failures);
  for (let call = 0; call < 5; call++) await expect(read(models)).rejects.toThrow("failed");
  expect(calls()).toBe(15);
  await expect(read(models)).rejects.toThrow("will be retried in a few seconds");
  expect(calls()).toBe(15);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(await read(models)).toBe("whole");
});

test("Smart and Smarter are paused apart, though they share an address and a key", async () => {
  const failures = Array.from({ length: 15 }, () => ({ fault: "unreachable" as const }));
  const { models } = provider(failures);
  for (let call = 0; call < 5; call++)
    await expect(read(models, undefined, "smart")).rejects.toThrow("failed");
  await expect(read(models, undefined, "smart")).rejects.toThrow("will be retried in a few seconds");
  expect(await read(models, undefined, "smarter")).toBe("whole");
});

test("stopping does not wait for the pause between retries", async () => {
  const { models } = provider([{ fault: "busy", retryAfterMs: 5_000 }]);
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("stopped")), 30);
  const started = performance.now();
  await expect(read(models, stop.signal)).rejects.toThrow("stopped");
  expect(performance.now() - started).toBeLessThan(1_000);
});
