import type { ProviderName } from "#contract/models/providers.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { azureChat } from "./azure-chat.ts";
import { bedrockConverse } from "./bedrock-converse.ts";
import type { Dialect } from "./dialect.ts";
import { googleGemini } from "./google-gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { xaiResponses } from "./xai-responses.ts";

/** Each provider's dialect below its own path. */
export const dialects: Record<ProviderName, { prefix: string; dialect: Dialect }> = {
  openai: { prefix: "/v1", dialect: openaiChat },
  compatible: { prefix: "/v1", dialect: openaiChat },
  azure: { prefix: "/azure/openai/v1", dialect: azureChat },
  xai: { prefix: "/xai/v1", dialect: xaiResponses },
  anthropic: { prefix: "/anthropic/v1", dialect: anthropicMessages },
  google: { prefix: "/google/v1beta", dialect: googleGemini },
  bedrock: { prefix: "/bedrock", dialect: bedrockConverse },
};

/** The dialect of a path, with the rest after its prefix. */
export function dialectAt(path: string): { dialect: Dialect; rest: string } | null {
  for (const { prefix, dialect } of Object.values(dialects))
    if (path.startsWith(`${prefix}/`)) return { dialect, rest: path.slice(prefix.length) };
  return null;
}
