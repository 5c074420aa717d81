import { SpanStatusCode, trace } from "@opentelemetry/api";
import type { Span, SpanOptions } from "@opentelemetry/api";

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

/** Marks a span as failed, by the kind of its error. Messages stay out: those of a database quote what people wrote. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.constructor.name;
}
