import type { Services } from "#server/kernel/services.ts";
import { themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { extractionPort } from "#server/knowledge/ingestion/readers.ts";
import type { Observed } from "#server/platform/metrics/metrics.ts";

/** What the metrics ask when they are read. */
export function observedIn(services: Services): Observed {
  return { ...services, extraction: extractionPort.of(services), indexes: themeIndexes.of(services) };
}
