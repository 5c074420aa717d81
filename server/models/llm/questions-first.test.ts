import { expect, test } from "vitest";
import { setTimeout as wait } from "node:timers/promises";
import type { ModelRequest, Models, Urgency } from "./models.ts";
import { questionsFirst } from "./questions-first.ts";

/** A server that takes 30 ms for each call, and what it did. */
function busyServer() {
  const log: string[] = [];
  const models: Models = {
    async *stream({ model, signal }) {
      log.push(`${model} begins`);
      yield { type: "delta", text: model };
      try {
        await wait(30, undefined, { signal });
      } catch {
        log.push(`${model} is stopped`);
        throw signal.reason;
      }
      log.push(`${model} ends`);
    },
    embed: () => Promise.reject(new Error("not asked here")),
    list: () => Promise.reject(new Error("not asked here")),
    readingRoom: () => null,
  };
  const ordered = questionsFirst(models);
  const call = async (model: string, urgency: Urgency, given: Partial<ModelRequest> = {}) => {
    let text = "";
    const chunks = ordered.stream({
      provider: "compatible",
      baseUrl: "http://provider",
      profile: { thinks: null, refuses: [] },
      apiKey: null,
      model,
      urgency,
      system: "",
      messages: [],
      temperature: 0,
      maxOutputTokens: 1,
      signal: new AbortController().signal,
      ...given,
    });
    for await (const chunk of chunks) if (chunk.type === "delta") text += chunk.text;
    return text;
  };
  return { log, call };
}

test("a suggestion stops for a question, starts again after it, and arrives whole", async () => {
  const { log, call } = busyServer();
  const suggestion = call("tags", "suggestion");
  await wait(10);
  await call("question", "question");
  expect(await suggestion).toBe("tags");
  expect(log).toEqual([
    "tags begins",
    "question begins",
    "tags is stopped",
    "question ends",
    "tags begins",
    "tags ends",
  ]);
});

test("judging waits until no question runs, but is not stopped by one, and goes before suggestions", async () => {
  const { log, call } = busyServer();
  const first = call("first", "question");
  const tags = call("tags", "suggestion");
  const judge = call("judge", "judging");
  await first;
  await wait(10);
  const second = call("second", "question");
  await Promise.all([judge, second, tags]);
  expect(log.indexOf("judge begins")).toBeGreaterThan(log.indexOf("first ends"));
  expect(log).not.toContain("judge is stopped");
  expect(log.slice(-2)).toEqual(["tags begins", "tags ends"]);
});

test("questions run side by side, and another server's calls wait for nobody", async () => {
  const { log, call } = busyServer();
  await Promise.all([
    call("one", "question"),
    call("two", "question"),
    call("elsewhere", "suggestion", { baseUrl: "http://other" }),
    call("hosted", "suggestion", { provider: "openai" }),
  ]);
  expect(log.slice(0, 4).every((line) => line.endsWith("begins"))).toBe(true);
});

test("a call that waits can be given up, and leaves no trace", async () => {
  const { log, call } = busyServer();
  const question = call("question", "question");
  const leave = new AbortController();
  const suggestion = call("tags", "suggestion", { signal: leave.signal });
  leave.abort(new Error("left"));
  await expect(suggestion).rejects.toThrow("left");
  await question;
  expect(await call("later", "suggestion")).toBe("later");
  expect(log).not.toContain("tags begins");
});
