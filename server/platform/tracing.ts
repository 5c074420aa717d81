import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Link,
  type Span,
  type SpanOptions,
} from "@opentelemetry/api";

/** Starts a span below the active one. Without an exporter (`startTracing`) it records nothing and costs next to nothing. */
export function startSpan(name: string, how: SpanOptions): Span {
  return trace.getTracer("footnote").startSpan(name, how);
}

/** Runs work as a span: spans started within are its children. */
export function traced<T>(name: string, how: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return trace.getTracer("footnote").startActiveSpan(name, how, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The active span as a W3C Trace Context, to be stored with work for later; empty while nothing is traced. */
export function traceToStore(): { traceparent?: string } {
  const stored: { traceparent?: string } = {};
  if (trace.getActiveSpan()?.isRecording()) propagation.inject(context.active(), stored);
  return stored;
}

/**
 * How a span follows from the one that was stored: by a link, as OpenTelemetry's messaging conventions advise for work in a
 * queue, which may begin long after its trace has ended.
 */
export function linksTo(stored: object): Link[] {
  const context = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, stored));
  return context === undefined ? [] : [{ context }];
}

/** Marks a span as failed, by the kind of its error. Messages stay out: those of a database quote what people wrote. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.constructor.name;
}
