import { providerLabels } from "#contract/models/providers.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { readCatalog } from "#server/models/models/catalog.ts";
import { profileFor } from "#server/models/llm/catalog.ts";
import type { ModelAddress } from "#server/models/llm/models.ts";
import { open, seal } from "#server/platform/secrets.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { foreignProvider } from "./foreign-key.ts";
import { endpointOf } from "./model-choice.ts";
import { limitsOf } from "./model-limits.ts";
import { maskOf } from "./present.ts";
import { findModelKey, setModelKey } from "./store.ts";
import type { CompanyRow } from "./shared-store.ts";
import type { UsableKey } from "#server/models/llm/usable-key.ts";

/**
 * Applies the form's value: undefined or the displayed mask keeps the key, an empty string removes it, anything else
 * replaces it. The key is bound to the current provider address and is never sent to another one.
 */
export async function changeModelKey(
  ctx: Context,
  company: Allowed<CompanyRow, "edit">,
  modelType: ModelType,
  sent: string | undefined,
): Promise<void> {
  const lastFour = modelType === "smart" ? company.smart_last_four : company.smarter_last_four;
  if (sent === undefined || (lastFour !== null && sent === maskOf(lastFour))) return;
  const field = modelType === "smart" ? "openaiApiKey" : "xaiApiKey";
  if (sent !== "" && !/^[\x21-\x7e]{8,400}$/.test(sent))
    throw invalid(field, "A model key has at least 8 letters, digits and symbols, without spaces.");
  const { provider, baseUrl } = await endpointOf(ctx, company.id, modelType);
  const owner = foreignProvider(sent, provider);
  if (owner !== null)
    throw invalid(
      field,
      `This key belongs to ${providerLabels[owner]}, but the model is from ${providerLabels[provider]}. Enter a key from ${providerLabels[provider]}, or choose a model from ${providerLabels[owner]}.`,
    );
  const { config } = ctx.services;
  await setModelKey(
    ctx,
    company,
    modelType,
    sent === ""
      ? null
      : {
          sealed: seal(config.secretKeys, keyBinding(company.id, modelType), sent),
          last_four: sent.slice(-4),
          base_url: baseUrl,
        },
  );
  ctx.audit({
    action: sent === "" ? "model-key.remove" : "model-key.set",
    target: { type: "company", id: company.id },
    company: company.id,
    after: { modelType },
  });
}

/** The company's key, otherwise the installation's; null if neither can be used. */
export async function usableKey(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
): Promise<UsableKey | null> {
  const { installationKey, needsKey, ...endpoint } = await endpointOf(ctx, companyId, modelType);
  const catalog = await readCatalog(ctx);
  const profile = profileFor(catalog, endpoint.provider, nameOfModel(ctx, endpoint));
  const limits = await limitsOf(ctx, companyId, modelType);
  const address = { ...endpoint, profile, slot: modelType, limits };
  const apiKey = await storedKeyAt(ctx, companyId, modelType, endpoint.baseUrl);
  if (apiKey !== null) return { ...address, apiKey, owner: "company" };
  return installationKey === null && needsKey
    ? null
    : { ...address, apiKey: installationKey, owner: "installation" };
}

/** An Azure deployment has its own name; the installation says which model it contains. */
function nameOfModel(ctx: Context, { provider, model }: Pick<ModelAddress, "provider" | "model">): string {
  const named = ctx.services.config.providers[provider].models.find(({ name }) => name === model);
  return named?.model ?? model;
}

/** The company's own key, if it was entered for this address and can be opened. */
export async function storedKeyAt(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
  baseUrl: string,
): Promise<string | null> {
  const { config, log } = ctx.services;
  const stored = await findModelKey(ctx, companyId, modelType);
  if (stored !== null && stored.base_url === baseUrl) {
    try {
      return open(config.secretKeys, keyBinding(companyId, modelType), stored.sealed);
    } catch {
      log.error(
        { companyId, modelType },
        "a stored model key does not open with this installation's master key",
      );
    }
  }
  return null;
}

/** A key is stored for a previous provider address: the company must enter it again, and it is not sent there. */
export async function isForOtherAddress(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
): Promise<boolean> {
  const stored = await findModelKey(ctx, companyId, modelType);
  return stored !== null && stored.base_url !== (await endpointOf(ctx, companyId, modelType)).baseUrl;
}

/** Binds a sealed key to its company and model: it cannot be opened when copied to another row. */
export function keyBinding(companyId: number, modelType: string): string {
  return `company:${companyId}/${modelType}`;
}
