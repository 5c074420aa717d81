import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { admit, recordingRefusals, type AdmittedCall } from "#server/identity/admission/admit.ts";
import { admitToken, challengeForScope, type TokenCall } from "#server/identity/admission/admit-token.ts";
import { lacksScope } from "#server/identity/admission/key-refusals.ts";
import { findDoor, metadataOf } from "#server/identity/sign-on/tokens/door.ts";
import { metadataPath, resourcePath } from "#server/identity/sign-on/tokens/resource.ts";
import { callerFor, publicCaller } from "#server/kernel/callers.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { abortOf, originOf } from "#server/http/origin.ts";
import { mcpHeaders, mcpPath } from "#server/http/problem.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { permits } from "#server/kernel/actor.ts";
import { neededFor, refusing } from "./needed-scope.ts";
import { about, toolsFor } from "./tools.ts";

const forKeys: AdmittedCall = {
  method: "POST",
  path: mcpPath,
  permission: "signed-in",
  summary: "A message of the Model Context Protocol",
  takesKeys: true,
  keysOnly: true,
  limit: "program",
};
const forTokens: TokenCall = {
  method: "POST",
  path: resourcePath,
  permission: "signed-in",
  summary: "A message of the Model Context Protocol",
  limit: "program",
};

const methods = ["GET", "POST", "DELETE"];

/**
 * The Model Context Protocol over Streamable HTTP (2026-07-28, and 2025 clients without a session): a new server for each
 * call, with what the key's or token's scopes allow. Nothing is kept between calls. API keys have one address; people's
 * access tokens one per company, which says where they are issued (RFC 9728).
 */
export function serveMcp(app: FastifyInstance, services: VerbServices): void {
  app.route({
    method: methods,
    url: mcpPath,
    onRequest: async (request, reply) => {
      request.person = await admit(services, forKeys, request, reply);
    },
    handler: (request, reply) => answer(services, forKeys, request, reply),
  });
  app.route<{ Params: { company: string } }>({
    method: methods,
    url: resourcePath,
    onRequest: async (request, reply) => {
      const named = request.params.company;
      request.person = await admitToken(services, forTokens, { request, reply, named });
    },
    handler: (request, reply) => answer(services, forTokens, request, reply),
  });
  app.get<{ Params: { company: string } }>(metadataPath, async (request, reply) => {
    const { company } = request.params;
    const door = await publicCaller(services, originOf(request)).transact((ctx) => findDoor(ctx, company));
    if (door === null) throw notFound();
    return reply.header("cache-control", "no-store").send(metadataOf(door));
  });
}

async function answer(
  services: VerbServices,
  call: AdmittedCall,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (request.person === null) throw new AppError("unauthenticated", "Not authenticated");
  // the protocol dropped batches in its version 2025-06-18; a hundred tools used in one would count as a single call
  if (Array.isArray(request.body)) throw new AppError("invalid", "Send one message per call.");
  const signal = abortOf(request, reply);
  const caller = callerFor(services, request.person, originOf(request), null);
  const { "mcp-protocol-version": version = "" } = request.headers;
  const refused = await refusalOf(services, call, request, reply);
  const serve = () => refused ?? toolsFor(caller, signal, version >= firstWithLinks);
  const handler = createMcpHandler(serve, {
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
}

/**
 * The server that says which scope the message lacks; null if none. On record like every refusal.
 * @throws AppError forbidden to a token, with the challenge by which its client can ask for the scope (RFC 6750, 3.1): a key
 * has no other, so its client gets the sentence as the protocol's answer
 */
async function refusalOf(
  services: VerbServices,
  call: AdmittedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<McpServer | null> {
  const { person } = request;
  const { scope, tool } = neededFor(request.body);
  if (person === null || scope === null || permits(person, scope)) return null;
  try {
    return await recordingRefusals(services, request, call, () => Promise.reject(lacksScope(person, scope)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (person.key !== undefined) return refusing(about, tool, error.message);
    await challengeForScope(services, { request, reply }, scope);
    throw error;
  }
}

/** The version of the protocol that has links to resources in results; earlier clients refuse what they don't know. */
const firstWithLinks = "2025-06-18";

/** The protocol's input, without the key, the token and cookies. */
const passed = ["accept", "content-type", ...mcpHeaders];

function headersOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    passed.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}
