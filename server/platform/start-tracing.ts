import { context, diag, DiagLogLevel, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";

/** Retries included: a stopping program waits no longer for a collector that is away. */
const exportMs = 2_000;

export type TracingConfig = {
  /** The collector's base address; traces go to `/v1/traces` below it. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  /** The share of traces to record, 0 to 1, unless the caller's trace context decides. */
  ratio: number;
};

/** A collector that is away must not fill the log: one line per this many milliseconds. */
const warnEveryMs = 60_000;

/**
 * Sends this thread's spans to an OpenTelemetry collector by OTLP (protobuf over HTTP). At most 2,048 spans wait; beyond
 * that, and when the collector is away, spans are dropped and calls go on.
 * @returns how to send what waits and stop
 */
export function startTracing(
  { endpoint, headers, service, ratio }: TracingConfig,
  { log, version }: { log: Logger; version: string },
): () => Promise<void> {
  diag.setLogger(warningsTo(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: exportMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider
      .shutdown()
      .catch((error: unknown) => log.warn({ err: error }, "the last traces were lost"));
    trace.disable();
    propagation.disable();
    context.disable();
    diag.disable();
  };
}

function warningsTo(log: Logger) {
  let last = -Infinity;
  const complain = (reason: string) => {
    if (performance.now() - last < warnEveryMs) return;
    last = performance.now();
    log.warn({ reason: reason.slice(0, 500) }, "traces could not be sent");
  };
  const quiet = () => undefined;
  return { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet };
}
