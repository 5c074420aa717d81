import { expect } from "vitest";
import { systemCaller } from "#server/kernel/callers.ts";
import { searchEngine } from "#server/knowledge/opensearch/port.ts";
import { countSearch } from "#server/knowledge/search-index/count.ts";
import { keepSearch } from "#server/knowledge/search-index/keep.ts";
import type { TestApp } from "./app.ts";

/** The program's OpenSearch. @throws if it has none */
export function searchEngineOf({ services }: TestApp) {
  const engine = searchEngine.of(services);
  if (engine === null) throw new Error("no SEARCH_URL was given");
  return engine;
}

export const searchStateOf = (app: TestApp) =>
  systemCaller(app.services, "test").transact((ctx) => countSearch(ctx, searchEngineOf(app).prefix));

/** Until the answering index has everything. @returns its name */
export async function untilIndexed(app: TestApp): Promise<string> {
  let name = "";
  await expect
    .poll(
      async () => {
        await keepSearch(app.services);
        const { answering, filling } = await searchStateOf(app);
        name = answering?.name ?? "";
        return answering !== null && filling === null && answering.indexed === answering.documents;
      },
      { timeout: 60_000, interval: 300 },
    )
    .toBe(true);
  return name;
}
