import { modelAccess, ModelError } from "#server/models/llm/models.ts";
import type * as contract from "#contract/identity/companies.ts";
import type { OfferedModel } from "#contract/models/models.ts";
import { ProviderName, providerLabels } from "#contract/models/providers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { readCatalog, type KnownModel } from "#server/models/models/catalog.ts";
import { retirementOf } from "#server/models/models/retirement.ts";
import { findModel } from "#server/models/llm/catalog.ts";
import { providers } from "#server/models/llm/providers.ts";
import { endpointFor, endpointOf } from "./model-choice.ts";
import { storedKeyAt } from "./model-keys.ts";
import { allow } from "./policy.ts";
import { getCompany } from "./shared-store.ts";

/** Provider lists contain everything they serve; these models write no answers. */
const otherKinds =
  /embed|whisper|tts|dall-e|image|imagine|audio|realtime|transcri|moderation|sora|veo|video|speech|live|robotics|computer-use/;

/** Asks the provider, outside any transaction, with the company's key or else the installation's. */
export async function listOfferedModels(
  caller: Caller,
  asked: Input<typeof contract.listOfferedModels>,
  { signal }: { signal: AbortSignal },
): Promise<Result<typeof contract.listOfferedModels>> {
  const known = await caller.transact((ctx) => prepare(ctx, asked));
  const { endpoint, apiKey, catalog } = known;
  const { provider } = endpoint;
  const now = caller.services.clock.now();
  const present = (name: string) => presentOffered(name, findModel(catalog, provider, name), now);
  const ofCatalog = catalog
    .filter((entry) => entry.provider === provider && entry.kind === "chat" && !isRetired(entry, now))
    .map(({ name }) => present(name));
  const configured = caller.services.config.providers[provider].models.map(({ name, model }) => ({
    ...present(model),
    name,
  }));
  const answer = { providers: known.reachable, models: ofCatalog, message: null };
  if (providers[provider].list === null)
    return configured.length > 0
      ? { ...answer, models: configured, source: "installation" }
      : {
          ...answer,
          source: "catalog",
          message: "The operator of this installation sets the list of models.",
        };
  const name = provider === "compatible" ? "the server" : providerLabels[provider];
  if (apiKey === null && endpoint.needsKey)
    return {
      ...answer,
      source: "catalog",
      message: `Enter a key and save to see what ${name} offers.`,
    };
  try {
    const { baseUrl } = endpoint;
    const names = await modelAccess.of(caller.services).list({ provider, baseUrl, apiKey, signal });
    const models = names.filter((model) => !otherKinds.test(model)).map(present);
    return { ...answer, models, source: "provider" };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ...answer, source: "catalog", message: error.message };
  }
}

async function prepare(ctx: Context, { id, modelType, provider }: Input<typeof contract.listOfferedModels>) {
  const company = allow(ctx, "edit", await getCompany(ctx, id));
  const { config } = ctx.services;
  const at = (name: ProviderName) => endpointFor(config, modelType, { provider: name, model: "any" });
  const reachable = ProviderName.options.filter((name) => at(name).provider === name);
  if (provider !== undefined && !reachable.includes(provider))
    throw invalid("provider", `This installation is not connected to ${providerLabels[provider]}.`);
  const endpoint = provider === undefined ? await endpointOf(ctx, company.id, modelType) : at(provider);
  const apiKey =
    (await storedKeyAt(ctx, company.id, modelType, endpoint.baseUrl)) ?? endpoint.installationKey;
  return { endpoint, apiKey, reachable, catalog: await readCatalog(ctx) };
}

function isRetired(entry: KnownModel, now: Date): boolean {
  return retirementOf(entry, now)?.isPast === true;
}

function presentOffered(name: string, entry: KnownModel | null, now: Date): OfferedModel {
  return {
    name,
    contextTokens: entry?.contextTokens ?? null,
    inputPrice: entry?.inputPrice ?? null,
    outputPrice: entry?.outputPrice ?? null,
    retirement: retirementOf(entry, now),
  };
}
