import type { ProviderName } from "#contract/models/providers.ts";
import type { Provider } from "./provider.ts";
import { anthropic } from "./providers/anthropic.ts";
import { azure } from "./providers/azure.ts";
import { bedrock } from "./providers/bedrock.ts";
import { compatible } from "./providers/compatible.ts";
import { google } from "./providers/google.ts";
import { openai } from "./providers/openai.ts";
import { xai } from "./providers/xai.ts";

export const providers: Record<ProviderName, Provider> = {
  openai,
  xai,
  azure,
  anthropic,
  google,
  bedrock,
  compatible,
};
