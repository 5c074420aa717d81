import { afterAll, beforeAll, expect, test } from "vitest";
import { getTheme } from "#contract/knowledge/themes.ts";
import { ModelError, type ModelEnd, type Models } from "#server/models/llm/models.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { measuredModels } from "#server/models/llm/measured.ts";
import { observedIn } from "./observed.ts";
import { openMetrics } from "#server/platform/metrics/metrics.ts";
import { serveMetrics } from "./serve-metrics.ts";

let app: TestApp;
let served: Awaited<ReturnType<typeof serveMetrics>>;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  served = await serveMetrics(app.services, { port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await served.stop();
  await app.close();
});

const read = async () => (await fetch(served.address)).text();

test("calls are counted by the route's pattern, never by user input", async () => {
  const { admin } = await buildCompany(app);
  await admin.call(getTheme, { id: 987_654 });
  await fetch(`${app.url}/api/a-word-of-somebody`);
  const text = await read();
  expect(text).toMatch(
    /footnote_http_request_duration_seconds_count\{method="GET",route="\/api\/themes\/:id",status="404"\} 1/,
  );
  // strangers' refused calls, whatever they name, are one series
  expect(text).toMatch(/route="refused",status="404"/);
  expect(text).not.toMatch(/987654|a-word-of-somebody/);
});

test("connections and the queue are measured on request", async () => {
  const text = await read();
  expect(text).toMatch(/footnote_database_connections\{login="app",purpose="calls",state="idle"\} [1-9]/);
  expect(text).toMatch(/footnote_queue_jobs\{queue="read-document",state="waiting"\} \d/);
});

test("the reading of documents and the search index are measured, a jobs thread's figures added", async () => {
  const text = await read();
  expect(text).toMatch(/footnote_reading_files\{state="running"\} 0/);
  expect(text).toMatch(/footnote_search_index\{unit="bytes"\} \d/);
  expect(text).toMatch(/footnote_event_loop_delay_seconds\{thread="calls",statistic="max"\} \d/);
  expect(text).toMatch(/footnote_outbound_attempts\{lane="failingWebhooks"\} 0/);
  const ofThread = await app.services.metrics.collect({
    ...observedIn(app.services),
    extraction: { load: () => ({ running: 2, waiting: 5, places: 2 }) },
  });
  app.services.metrics.addThread(() => Promise.resolve([ofThread]));
  const { text: both } = await app.services.metrics.expose(observedIn(app.services));
  expect(both).toMatch(/footnote_reading_files\{state="waiting"\} 5/);
});

test("the port serves only the metrics and the liveness probe, and the product's own port neither", async () => {
  expect((await fetch(served.address.replace("/metrics", "/live"))).status).toBe(200);
  expect((await fetch(served.address.replace("/metrics", "/"))).status).toBe(404);
  expect((await fetch(served.address, { method: "POST" })).status).toBe(404);
  expect(await (await fetch(`${app.url}/metrics`)).text()).not.toContain("footnote_http");
});

test("model calls are measured by their outcome, even when the reader leaves", async () => {
  const metrics = openMetrics({ watchesProcess: false, thread: "calls", readsFiles: false });
  const models = measuredModels(metrics, {
    stream: ({ provider }) => words(provider),
  } as Partial<Models> as Models);
  const request = (provider: string) => ({ provider, signal: new AbortController().signal }) as never;
  for await (const _ of models.stream(request("openai")));
  await expect(async () => {
    for await (const _ of models.stream(request("xai")));
  }).rejects.toThrow("Busy.");
  for await (const _ of models.stream(request("google"))) break;
  const { text } = await metrics.expose(observedIn(app.services));
  expect(text).toContain('footnote_model_tokens_total{provider="openai",direction="input"} 120');
  expect(text).toContain('footnote_model_tokens_total{provider="openai",direction="output"} 7');
  for (const [provider, outcome] of [
    ["openai", "ok"],
    ["xai", "busy"],
    ["google", "stopped"],
  ])
    expect(text).toContain(
      `footnote_model_call_duration_seconds_count{provider="${provider}",kind="answer",outcome="${outcome}"} 1`,
    );
});

/** Two words from one provider, an error after one from another. */
async function* words(provider: string) {
  yield { type: "delta", text: "word " } as const;
  if (provider === "xai") throw new ModelError("busy", "Busy.");
  yield { type: "delta", text: "word " } as const;
  yield { type: "usage", inputTokens: 120, outputTokens: 7 } as ModelEnd;
}
