import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { statusOf, type ErrorBody, type ErrorCode } from "#contract/kernel/errors.ts";
import { endSignOn, receiveSamlResponse } from "#contract/identity/sign-on.ts";
import { maximumFileBytes, maximumFiles } from "#contract/knowledge/documents.ts";
import type { Person } from "#server/kernel/actor.ts";
import { AppError } from "#server/platform/errors.ts";
import { bind } from "#server/identity/admission/bind.ts";
import { answerPreflights } from "#server/identity/admission/key-origin.ts";
import { serveWidget } from "#server/answering/widget/serve-widget.ts";
import { serveMcp } from "#server/answering/mcp/serve-mcp.ts";
import { serveCompletions } from "#server/answering/completions/serve-completions.ts";
import { dialectOf, dialects, sendError } from "#server/http/dialects.ts";
import { logCalls } from "#server/http/access-log.ts";
import { deliverEarlyAnswers } from "#server/http/early-answers.ts";
import { endConnectionsOnClose } from "#server/http/end-connections.ts";
import { methodsByPath } from "#server/http/other-methods.ts";
import { refuseSlowBodies } from "#server/http/slow-bodies.ts";
import { answerUnrouted, refuseUnreadable } from "#server/http/unrouted.ts";
import { serveApiReference } from "#server/http/api-reference/serve.ts";
import { routes } from "./routes.ts";
import { storageReason } from "#server/platform/database/storage-reason.ts";
import type { Services } from "#server/kernel/services.ts";
import { traceCalls } from "#server/http/trace-calls.ts";
import { serveSecurityText } from "#server/http/security-text.ts";
import { serveWeb } from "#server/http/serve-web.ts";
import { stampLeadForm } from "#server/operation/leads/suspicion.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller; null on public routes. Set before a handler runs. */
    person: Person | null;
    /** When the person last gave the password in this session. */
    provedAt: Date | null;
  }
}

/** The calls that identity providers make, or have browsers make, and the longest form of each in characters. */
const longestForms = new Map<string | undefined, number>([
  [endSignOn.path, 16_384],
  [receiveSamlResponse.path, 512 * 1024],
]);

/** The HTTP server over open services; does not listen until told to. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { config } = services;
  const log: FastifyBaseLogger = services.log;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: 1024 * 1024,
    // slow senders of headers must not occupy a connection for long; slow bodies have a rule of their own
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      void refuse(error, request, reply);
    },
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
  });
  answerUnrouted(app);
  endConnectionsOnClose(app, config.stop.graceSeconds);
  deliverEarlyAnswers(app);
  refuseSlowBodies(app);
  const methodsAt = methodsByPath(app);
  app.decorateRequest("person", null);
  app.decorateRequest("provedAt", null);

  const refuse = (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
    const answer = present(error);
    // a caller who hung up also canceled the call's statements; that isn't an error
    if (answer.code === "internal" && !request.socket.destroyed)
      request.log.error(
        { err: error, requestId: request.id, route: request.routeOptions.url },
        "request failed",
      );
    if (error instanceof AppError && error.retryAfterSeconds !== undefined)
      reply.header("retry-after", error.retryAfterSeconds);
    else if (answer.code === "unavailable") reply.header("retry-after", 2);
    // the rest of a body that is too large is not waited for
    if (answer.code === "too_large") reply.header("connection", "close");
    const body = { ...answer, requestId: request.id } satisfies ErrorBody;
    const kind = error instanceof AppError ? error.scimType : unreadable(error);
    return sendError(reply, dialectOf(request.url), body, kind);
  };
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) =>
    refuse(error, request, reply),
  );
  const refuseAddress = async (request: FastifyRequest, reply: FastifyReply) => {
    const dialect = dialectOf(request.url);
    const isPage =
      !request.url.startsWith("/api/") &&
      dialect !== "completions" &&
      (request.method === "GET" || request.method === "HEAD");
    // the web application says that this screen does not exist
    if (isPage && app.hasReplyDecorator("sendFile")) return reply.code(404).sendFile("not-found.html");
    const methods = methodsAt(request.url);
    if (methods.length > 0) reply.header("allow", methods.join(", "));
    const body: ErrorBody = {
      ...(methods.length === 0
        ? { error: "This endpoint doesn't exist.", code: "not_found" }
        : {
            error: `This endpoint doesn't take ${request.method}. Nothing was changed. It takes ${methods.join(", ")}.`,
            code: "method_not_allowed",
          }),
      requestId: request.id,
    };
    // to clients of OpenAI's protocol, not found is a model
    if (dialect === "completions")
      return reply.code(statusOf[body.code]).send(dialects.completions.errorOf({ ...body, code: "invalid" }));
    return sendError(reply, dialect, body);
  };
  app.setNotFoundHandler(refuseAddress);
  // before its body is read: whatever that is, no route takes it
  app.addHook("onRequest", async (request, reply) =>
    request.is404 ? refuseAddress(request, reply) : undefined,
  );
  app.addHook("onResponse", async ({ method, routeOptions, person }, reply) =>
    services.metrics.answered({
      method,
      // a stranger who scans every route must not make a series of each
      route: person === null && reply.statusCode >= 400 ? "refused" : (routeOptions.url ?? "none"),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    }),
  );
  if (config.logsCalls) logCalls(app);
  if (config.tracing !== null) traceCalls(app);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const dialect = dialectOf(request.url);
    if (request.url.startsWith("/api/") || dialect !== "own") reply.header("cache-control", "no-store");
    // the same address answers each website otherwise
    if ((dialect === "problem" || dialect === "completions") && !reply.hasHeader("vary"))
      reply.header("vary", "origin");
    if (dialect === "scim" && reply.statusCode !== 204)
      reply.header("content-type", `${dialects.scim.type}; charset=utf-8`);
    lockDown(reply.header.bind(reply), config.publicUrl.startsWith("https:"), (name) =>
      reply.getHeader(name)?.toString(),
    );
  });

  await app.register(cookie);
  await app.register(multipart, {
    limits: {
      fileSize: maximumFileBytes + 1,
      files: maximumFiles + 1,
      fields: 10,
      fieldSize: 10_000,
      parts: maximumFiles + 12,
      headerPairs: 100,
    },
    throwFileSizeLimit: false,
  });
  // an empty body with a JSON content type is a call without a payload
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    ["application/json", "application/scim+json"],
    { parseAs: "string" },
    (request, body, done) => {
      if (body === "") return done(null, undefined);
      void app.getDefaultJsonParser("error", "error")(request, body as string, done);
    },
  );
  // identity providers send forms; a browser's form from another site must reach no other call
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: Math.max(...longestForms.values()) },
    (request, body, done) => {
      const longest = longestForms.get(request.routeOptions.url);
      if (longest === undefined) return done(unsupported(), undefined);
      if (body.length > longest)
        return done(new AppError("too_large", "The request is larger than allowed."), undefined);
      done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
  bind(app, services, routes);
  serveMcp(app, services);
  serveCompletions(app, services);
  answerPreflights(app, services);
  await serveApiReference(app);
  const { securityContact: contact, publicUrl } = config;
  if (contact !== null) serveSecurityText(app, { contact, publicUrl, now: () => services.clock.now() });
  serveWidget(app, services);
  await serveWeb(app, () => stampLeadForm(services));
  return app;
}

function unsupported(): AppError {
  return new AppError("unsupported_type", "The request's content type is not supported. Send JSON.");
}

/** The response to a directory whose body is not JSON. */
function unreadable(error: FastifyError): string | undefined {
  return error.statusCode === 400 ? "invalidSyntax" : undefined;
}

/** Only the entries that our proxies added to X-Forwarded-For count; entries from the client are never trusted. */
function trustOf(proxies: number | string): false | string | ((address: string, hop: number) => boolean) {
  if (typeof proxies === "string") return proxies;
  return proxies === 0 ? false : (_address, hop) => hop < proxies;
}

/** The one mapping from any error to the response; no internals leak. */
function present(error: FastifyError | AppError): Omit<ErrorBody, "requestId"> {
  if (error instanceof AppError) {
    const { message, code, fields, passkey, meanwhile, refused } = error;
    return {
      error: message,
      code,
      ...(fields && { fields }),
      ...(passkey && { passkey }),
      ...(meanwhile && { meanwhile }),
      ...(refused && { refused }),
    };
  }
  if (error.code === "FST_ERR_BAD_URL")
    return { error: "The address is not valid: a percent sign begins no code in it.", code: "invalid" };
  const reason = busyReason(error) ?? storageReason(error);
  if (reason !== null) return { error: reason, code: "unavailable" };
  const status = error.statusCode ?? 500;
  const known: Record<number, [ErrorCode, string]> = {
    400: ["invalid", "The request could not be read. Check that its body is valid JSON."],
    404: ["not_found", "This endpoint doesn't exist."],
    406: ["invalid", "The upload could not be read. Send the files as multipart form data."],
    408: ["invalid", "The request took too long to arrive. Try again."],
    413: ["too_large", "The request is larger than allowed."],
    414: ["invalid", "A part of the address is too long."],
    415: ["unsupported_type", "The request's content type is not supported. Send JSON."],
    431: ["too_large", "The request's headers are too long."],
  };
  const [code, message] = known[status] ??
    (status < 500 ? known[400] : undefined) ?? [
      "internal",
      "Something went wrong on our side. Nothing was changed. Try again. If it happens again, tell us the request id.",
    ];
  return { error: message, code };
}

/** The database's timeout, as a sentence; null for every other error. */
function busyReason(error: FastifyError): string | null {
  if (error.code === "57014")
    return "This took too long and was stopped. Nothing was changed. Try a shorter period or a narrower filter.";
  return error.message === "timeout exceeded when trying to connect"
    ? "The server is busy. Nothing was changed. Try again in a moment."
    : null;
}

function lockDown(
  set: (name: string, value: string) => unknown,
  secure: boolean,
  valueOf: (name: string) => string | undefined,
): void {
  const policy = valueOf("content-security-policy");
  if (policy === undefined) {
    set(
      "content-security-policy",
      [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
  }
  set("x-content-type-options", "nosniff");
  set("referrer-policy", "no-referrer");
  // it has no word for named websites, which the policy of a widget's page lists
  if (policy?.includes("frame-ancestors 'self'") !== true) set("x-frame-options", "DENY");
  set("cross-origin-opener-policy", "same-origin");
  set("cross-origin-resource-policy", valueOf("cross-origin-resource-policy") ?? "same-origin");
  set("permissions-policy", "camera=(), microphone=(), geolocation=()");
  if (secure) set("strict-transport-security", "max-age=31536000; includeSubDomains");
}
