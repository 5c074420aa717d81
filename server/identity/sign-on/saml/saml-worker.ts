import { exposeWorker } from "#server/platform/thread-side.ts";
import { readProviderMetadata } from "./read-provider-metadata.ts";
import { readResponse } from "./read-response.ts";
import { Refusal } from "./refusal.ts";
import type { SamlReading } from "./saml-thread.ts";

exposeWorker<SamlReading>({
  readResponse,
  readMetadata({ xml }) {
    try {
      return readProviderMetadata(xml);
    } catch (error) {
      if (error instanceof Refusal)
        return {
          refused: "This SAML metadata could not be read. Paste it exactly as your provider issued it.",
        };
      throw error;
    }
  },
});
