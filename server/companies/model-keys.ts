import type { ModelType } from "#contract/values.ts";
import type { Context } from "#server/context.ts";
import { invalid } from "#server/errors.ts";
import { findModel, profileOf, shippedModels } from "#server/platform/models/catalogue.ts";
import type { ModelAddress } from "#server/platform/models/models.ts";
import { open, seal } from "#server/platform/secrets.ts";
import type { Allowed } from "#server/policy.ts";
import { maskOf } from "./present.ts";
import { findModelKey, setModelKey } from "./store.ts";
import type { CompanyRow } from "./store.ts";

/** A model with the key that pays for it; `owner` says whose key it is. */
export type UsableKey = ModelAddress & { owner: "company" | "installation" };

/**
 * Takes what the form sent: undefined or the shown mask keeps the key, an empty string removes it, anything else
 * replaces it. The key is bound to the provider address in force now and is never sent to another one.
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
    throw invalid(field, "A model key is 8 or more letters, digits and signs, without spaces.");
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
          base_url: config.models[modelType].baseUrl,
        },
  );
  ctx.audit({
    action: sent === "" ? "model-key.remove" : "model-key.set",
    target: { type: "company", id: company.id },
    company: company.id,
    after: { modelType },
  });
}

/** The company's key, else the installation's; null when neither can be used. */
export async function usableKey(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
): Promise<UsableKey | null> {
  const { config, log } = ctx.services;
  const { provider, baseUrl, model, installationKey, needsKey } = config.models[modelType];
  const profile = profileOf(findModel(shippedModels, provider, model));
  const address = { provider, baseUrl, model, profile };
  const stored = await findModelKey(ctx, companyId, modelType);
  if (stored !== null && stored.base_url === baseUrl) {
    try {
      const apiKey = open(config.secretKeys, keyBinding(companyId, modelType), stored.sealed);
      return { ...address, apiKey, owner: "company" };
    } catch {
      log.error(
        { companyId, modelType },
        "a stored model key does not open with this installation's master key",
      );
    }
  }
  return installationKey === null && needsKey
    ? null
    : { ...address, apiKey: installationKey, owner: "installation" };
}

/** A key is stored, but for an address that is no longer the provider's: it is asked for again, not sent there. */
export async function isForOtherAddress(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
): Promise<boolean> {
  const stored = await findModelKey(ctx, companyId, modelType);
  return stored !== null && stored.base_url !== ctx.services.config.models[modelType].baseUrl;
}

/** Binds a sealed key to its company and model: copied to another row it does not open. */
export function keyBinding(companyId: number, modelType: string): string {
  return `company:${companyId}/${modelType}`;
}
