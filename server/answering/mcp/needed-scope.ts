import { ProtocolError, ProtocolErrorCode, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { TokenScope } from "#contract/kernel/permissions.ts";

/** The tools, each with the scope that it needs. */
export const toolScopes = {
  list_themes: "theme:list",
  ask_policy: "theme:ask",
  find_passages: "source:read",
  open_source: "source:read",
} as const satisfies Record<string, TokenScope>;

const Named = z.object({
  method: z.string(),
  params: z.object({ name: z.string() }).optional().catch(undefined),
});

const scopesOfMethods = new Map<string, TokenScope>([
  ["prompts/get", "theme:ask"],
  ["resources/read", "source:read"],
]);
const scopesOfTools = new Map<string, TokenScope>(Object.entries(toolScopes));

/** What a message asks for. `scope`: null if it needs none, or names nothing that there is. */
export function neededFor(message: unknown): { scope: TokenScope | null; tool: string | null } {
  const { data } = Named.safeParse(message);
  const tool = data?.method === "tools/call" ? (data.params?.name ?? "") : null;
  const scope = tool === null ? scopesOfMethods.get(data?.method ?? "") : scopesOfTools.get(tool);
  return { scope: scope ?? null, tool };
}

/** A server that answers the one message that it is made for with a sentence; lists don't show what it refuses. */
export function refusing(about: { name: string; version: string }, tool: string | null, sentence: string) {
  const server = new McpServer(about);
  if (tool !== null) {
    server.registerTool(tool, { inputSchema: z.looseObject({}) }, () => ({
      content: [{ type: "text" as const, text: sentence }],
      isError: true,
    }));
    return server;
  }
  const refuse = () => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
  };
  server.server.registerCapabilities({ prompts: {}, resources: {} });
  server.server.setRequestHandler("prompts/get", refuse);
  server.server.setRequestHandler("resources/read", refuse);
  return server;
}
