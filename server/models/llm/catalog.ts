import { readFileSync } from "node:fs";
import { z } from "zod";
import { CatalogEntry } from "#contract/models/models.ts";
import type { ProviderName } from "#contract/models/providers.ts";
import type { ModelProfile } from "./models.ts";

/**
 * The facts about models that ship with the program. Sources: the providers' pages on models, prices and deprecations
 * as of `asOf`, and the model lists in the AI SDK's packages.
 */
const shipped = z
  .object({
    asOf: z.iso.date(),
    models: z.array(CatalogEntry),
  })
  .parse(JSON.parse(readFileSync(new URL("catalog.json", import.meta.url), "utf8")));

export const shippedModels: readonly CatalogEntry[] = shipped.models;

type Named = { provider: ProviderName; name: string };

/**
 * A catalog's entry for a model, by its name or without its date suffix ('gpt-4.1-2025-04-14',
 * 'claude-haiku-4-5-20251001'); for servers that pass on other providers' models ('openai/gpt-4.1'), also by those.
 */
export function findModel<Entry extends Named>(
  catalog: readonly Entry[],
  provider: ProviderName,
  model: string,
): Entry | null {
  const names = [model, undated(model)];
  const own = named(catalog, names, (entry) => entry.provider === provider);
  if (own !== null || (provider !== "compatible" && provider !== "azure")) return own;
  const passedOn = names.map((name) => name.slice(name.lastIndexOf("/") + 1));
  return named(catalog, passedOn, () => true);
}

function named<Entry extends Named>(
  catalog: readonly Entry[],
  names: string[],
  isOf: (entry: Entry) => boolean,
): Entry | null {
  for (const name of names) {
    const found = catalog.find((entry) => entry.name === name && isOf(entry));
    if (found !== undefined) return found;
  }
  return null;
}

function undated(model: string): string {
  return model.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, "");
}

/** Like `findModel`, for how to call a model: Claude refuses the same parameters on Bedrock as at Anthropic. */
export function profileFor(
  catalog: readonly CatalogEntry[],
  provider: ProviderName,
  model: string,
): ModelProfile {
  const own = findModel(catalog, provider, model);
  if (own !== null || provider !== "bedrock") return profileOf(own);
  const claude = /(?:^|\.)anthropic\.([\w.-]{1,80}?)(?:-v\d{1,3}(?::\d{1,3})?)?$/.exec(model)?.[1];
  return profileOf(claude === undefined ? null : findModel(catalog, "anthropic", claude));
}

function profileOf(entry: CatalogEntry | null): ModelProfile {
  if (entry === null) return { thinks: null, refuses: [] };
  const { thinks, refuses, contextTokens } = entry;
  return { thinks, refuses, contextTokens };
}
