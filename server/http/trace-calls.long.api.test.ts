import { afterEach, beforeEach, expect, test } from "vitest";
import { updateCompany } from "#contract/identity/companies.ts";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import { getTheme } from "#contract/knowledge/themes.ts";
import { startTestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildEmptyTheme, buildTheme, untilRead } from "#testing/documents.ts";
import { startModelServer } from "#testing/model-server.ts";
import { startTraceCollector, type CollectedSpan } from "#testing/trace-collector.ts";
import { ask } from "#testing/ask.ts";

const secret = "Bearer sesame, open";
let collector: Awaited<ReturnType<typeof startTraceCollector>>;
let model: Awaited<ReturnType<typeof startModelServer>>;
beforeEach(async () => {
  collector = await startTraceCollector({ name: "authorization", value: secret });
  model = await startModelServer();
});
afterEach(() => Promise.all([collector.close(), model.close()]));

const started = (env: Record<string, string> = {}) =>
  startTestApp({
    env: {
      SMART_BASE_URL: model.url,
      SMART_MODEL: "test-model",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(secret)}`,
      OTEL_SERVICE_NAME: "footnote-test",
      ...env,
    },
  });

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";
const question = "How many days does a customer have to return an unopened product?";

test("a question is one trace, from its call to the model's, below the caller's own, and holds no text", async () => {
  const app = await started();
  const { admin, companyId } = await buildCompany(app);
  await admin.call(updateCompany, { id: companyId, openaiApiKey: "sk-test-1234567890" });
  const { theme } = await buildTheme(admin);
  model.behave({
    kind: "answer",
    reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
  });
  const answer = await admin.call(
    ask,
    { themeId: theme.id, userQuery: question, sessionId: "s1" },
    { headers: { traceparent: `00-${traceId}-${parentId}-01` } },
  );
  expect(answer.body.mode).toBe("model");
  const missing = await admin.call(getTheme, { id: 2_000_000_000 });
  expect(missing.status).toBe(404);
  await app.close();

  const trace = collector.spans.filter((span) => span.traceId === traceId);
  const call = trace.find(({ name }) => name === `POST ${ask.path}`);
  expect(call).toMatchObject({ parentId, kind: 2, service: "footnote-test", status: 0 });
  expect(call?.attributes).toMatchObject({
    "http.request.method": "POST",
    "http.route": ask.path,
    "http.response.status_code": 200,
    "footnote.request_id": answer.headers.get("x-request-id"),
  });
  const names = new Set(trace.map(({ name }) => name));
  expect([...names]).toEqual(
    expect.arrayContaining(["transaction", "answer thread: plan", "answer thread: check", "chat test-model"]),
  );
  expect(trace.find(({ name }) => name === "chat test-model")?.attributes).toMatchObject({
    "gen_ai.provider.name": "compatible",
    "gen_ai.request.model": "test-model",
  });
  for (const span of trace) if (span !== call) expect(rootOf(span, trace)).toBe(call?.spanId);

  expect(collector.spans.some(({ name }) => name === "job read-document")).toBe(true);
  const refused = collector.spans.find(({ attributes }) => attributes["http.response.status_code"] === 404);
  expect(refused).toMatchObject({ name: `GET ${getTheme.path}`, parentId: "", status: 0 });
  expect(collector.refusals).toEqual([]);
  const sent = Buffer.concat(collector.bodies).toString("latin1");
  for (const text of ["unopened", "30 days", "sk-test", admin.token, admin.email, "2000000000"])
    expect(sent.includes(text), text).toBe(false);
});

test("a job starts a trace of its own, with a link to the call that queued it", async () => {
  const app = await started();
  const { admin, theme } = await buildEmptyTheme(app, "Returns");
  const document = formOf({ name: "Returns.txt", bytes: "Products may be returned within 30 days." });
  const headers = { traceparent: `00-${traceId}-${parentId}-01` };
  expect((await admin.call(uploadDocuments, { id: theme.id }, { form: document, headers })).status).toBe(200);
  await untilRead(admin, theme.id);
  await app.close();

  const ofUpload = collector.spans.filter((span) => span.traceId === traceId);
  const job = collector.spans.find(({ name }) => name === "job read-document");
  expect(job).toMatchObject({ parentId: "", links: [{ traceId }] });
  expect(job?.traceId).not.toBe(traceId);
  const [link] = job?.links ?? [];
  expect(ofUpload.find(({ spanId }) => spanId === link?.spanId)?.name).toBe("transaction");
});

/** The topmost ancestor of a span within its trace. */
function rootOf(span: CollectedSpan, trace: CollectedSpan[]): string {
  const above = trace.find(({ spanId }) => spanId === span.parentId);
  return above === undefined ? span.spanId : rootOf(above, trace);
}

test("a caller who asks for no trace gets none, and an unavailable collector delays nobody", async () => {
  await collector.close();
  const app = await started();
  const { admin } = await buildCompany(app);
  expect((await admin.call(getTheme, { id: 1 })).status).toBe(404);
  await app.close();
  collector = await startTraceCollector({ name: "authorization", value: secret });
  const again = await started();
  const { admin: other } = await buildCompany(again);
  await other.call(getTheme, { id: 1 }, { headers: { traceparent: `00-${traceId}-${parentId}-00` } });
  await again.close();
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});
