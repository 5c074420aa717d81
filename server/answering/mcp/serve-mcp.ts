import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance } from "fastify";
import { admit } from "#server/identity/admission/admit.ts";
import type { AdmittedCall } from "#server/identity/admission/admit.ts";
import { callerFor } from "#server/kernel/callers.ts";
import { AppError } from "#server/platform/errors.ts";
import { abortOf, originOf } from "#server/http/origin.ts";
import { mcpPath } from "#server/http/problem.ts";
import type { Services } from "#server/kernel/services.ts";
import { toolsFor } from "./tools.ts";

const call: AdmittedCall = {
  method: "POST",
  path: mcpPath,
  permission: "signed-in",
  takesKeys: true,
  keysOnly: true,
  limit: "program",
};

/**
 * The Model Context Protocol over Streamable HTTP (2026-07-28, and 2025 clients without a session), for API keys: a new
 * server for each call, with the tools that the key's scopes allow. Nothing is kept between calls.
 */
export function serveMcp(app: FastifyInstance, services: Services): void {
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: mcpPath,
    onRequest: async (request, reply) => {
      try {
        request.person = await admit(services, call, request, reply);
      } catch (error) {
        if (error instanceof AppError && error.code === "unauthenticated")
          reply.header("www-authenticate", "Bearer");
        throw error;
      }
    },
    handler: async (request, reply) => {
      if (request.person === null) throw new AppError("unauthenticated", "Not authenticated");
      // the protocol dropped batches in its version 2025-06-18; a hundred tools used in one would count as a single call
      if (Array.isArray(request.body)) throw new AppError("invalid", "Send one message per call.");
      const signal = abortOf(request, reply);
      const caller = callerFor(services, request.person, originOf(request), null);
      const handler = createMcpHandler(() => toolsFor(caller, signal), {
        onerror: (error) => services.log.warn({ err: error, requestId: request.id }, "an MCP call failed"),
      });
      const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
      const response = await handler.fetch(
        new Request(new URL(mcpPath, services.config.publicUrl), {
          method: request.method,
          headers: headersOf(request.headers),
          ...body,
          signal,
        }),
      );
      reply.code(response.status);
      for (const [name, value] of response.headers) reply.header(name, value);
      return response.body === null
        ? reply.send()
        : reply.send(Readable.fromWeb(response.body as ReadableStream<Uint8Array>));
    },
  });
}

/** The protocol's input, without the key and cookies. */
const passed = ["accept", "content-type", "mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name"];

function headersOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    passed.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}
