import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";

const spans = new WeakMap<FastifyRequest, Span>();

/**
 * A span per call under the route's pattern, below the caller's own trace if its `traceparent` header names one. It holds no
 * address, query, name or text.
 */
export function traceCalls(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? "none";
    const parent = propagation.extract(context.active(), headers);
    const span = trace.getTracer("footnote").startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { "http.request.method": method, "http.route": route, "footnote.request_id": id },
      },
      parent,
    );
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute("http.response.status_code", reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
  // Fastify emits no response for a caller who hung up
  app.addHook("onRequestAbort", async (request) => spans.get(request)?.end());
}

/** Runs a handler's work below the span of its call: reading a body leaves the context that the hook has set. */
export function inTraceOf<T>(request: FastifyRequest, work: () => T): T {
  const span = spans.get(request);
  return span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work);
}
