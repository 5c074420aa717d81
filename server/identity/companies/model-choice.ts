import type { ModelInForce, SentModel } from "#contract/identity/companies.ts";
import { ProviderName, providerLabels } from "#contract/models/providers.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import type { Config } from "#server/kernel/config/config.ts";
import type { ModelEndpoint } from "#server/kernel/config/models.ts";
import type { Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import type { KnownModel } from "#server/models/models/catalog.ts";
import { retirementOf } from "#server/models/models/retirement.ts";
import { findModel } from "#server/models/llm/catalog.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { findModelChoice, setModelChoice } from "./store.ts";
import type { CompanyRow } from "./shared-store.ts";

/** A model and its address; addresses come only from the installation, never from a company. */
export async function endpointOf(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
): Promise<ModelEndpoint> {
  const chosen = await findModelChoice(ctx, companyId, modelType);
  return endpointFor(ctx.services.config, modelType, chosen);
}

/** Falls back to the default if the installation no longer reaches the chosen provider. */
export function endpointFor(
  config: Config,
  modelType: ModelType,
  chosen: { provider: string; model: string } | null,
): ModelEndpoint {
  const own = config.models[modelType];
  const provider = ProviderName.safeParse(chosen?.provider).data;
  if (chosen === null || provider === undefined) return own;
  if (provider === own.provider) return { ...own, model: chosen.model };
  const { baseUrl, installationKey, needsKey } = config.providers[provider];
  return baseUrl === null ? own : { provider, baseUrl, model: chosen.model, installationKey, needsKey };
}

/** Applies the form's value: undefined keeps the choice, null returns to the installation's default. */
export async function changeModelChoice(
  ctx: Context,
  company: Allowed<CompanyRow, "edit">,
  modelType: ModelType,
  given: SentModel | null | undefined,
): Promise<void> {
  if (given === undefined) return;
  const sent =
    given === null || given.isDefault === true ? null : { provider: given.provider, model: given.model };
  const { config } = ctx.services;
  const before = await findModelChoice(ctx, company.id, modelType);
  if (sent?.provider === before?.provider && sent?.model === before?.model) return;
  if (sent !== null && endpointFor(config, modelType, sent).provider !== sent.provider)
    throw invalid(
      modelType === "smart" ? "smartModel" : "smarterModel",
      `This installation is not connected to ${providerLabels[sent.provider]}. Its operator can set that up.`,
    );
  await setModelChoice(ctx, company, modelType, sent);
  ctx.audit({
    action: "model-choice.set",
    target: { type: "company", id: company.id },
    company: company.id,
    before: { modelType, ...before },
    after: { modelType, ...sent },
  });
}

/** The model in force, for the company's administrators. */
export function modelInForce(
  { config, catalog, now }: { config: Config; catalog: KnownModel[]; now: Date },
  modelType: ModelType,
  stored: { provider: string | null; model: string | null; keyUrl: string | null; hasKey: boolean },
): ModelInForce {
  const chosen =
    stored.provider === null || stored.model === null
      ? null
      : { provider: stored.provider, model: stored.model };
  const { provider, model, baseUrl, installationKey, needsKey } = endpointFor(config, modelType, chosen);
  return {
    provider,
    model,
    installation: { provider: config.models[modelType].provider, model: config.models[modelType].model },
    isDefault: chosen === null || chosen.provider !== provider,
    keyIsForOtherAddress: stored.keyUrl !== null && stored.keyUrl !== baseUrl,
    needsKey,
    isUsable: !needsKey || installationKey !== null || (stored.hasKey && stored.keyUrl === baseUrl),
    retirement: retirementOf(findModel(catalog, provider, model), now),
  };
}
