import type { Company } from "#contract/identity/companies.ts";
import { daysOfNotice, type Retirement } from "#contract/models/models.ts";
import { usableKey } from "./model-keys.ts";
import { endpointFor } from "./model-choice.ts";
import { presentCompanies, presentCompany } from "./present.ts";
import { getCompany, listCompaniesInUse } from "./shared-store.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import { notifyAdmins, notifySuperAdmins } from "#server/notices/notifications/notify.ts";
import type { Notice } from "#server/notices/notifications/notice.ts";
import {
  lastNotificationOf,
  listMailAddresses,
  wasNotifiedOf,
} from "#server/notices/notifications/shared-store.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { readCatalog } from "#server/models/models/catalog.ts";
import { daysUntil, retirementOf } from "#server/models/models/retirement.ts";
import { findModel } from "#server/models/llm/catalog.ts";

/**
 * Days before a model's retirement when its users are notified: time to plan, to act, to hurry, and when it is over.
 */
const stages = [0, 7, 30, daysOfNotice];
const dayMs = 86_400_000;
const kind = "model_retiring";

/**
 * Notifies the administrators of each company whose Smart or Smarter model is retired or soon will be: in the bell and
 * by email, once per stage. For the installation's own defaults, super admins are notified too, since they can change
 * them for everyone.
 */
export async function announceRetirements(services: VerbServices): Promise<void> {
  const system = systemCaller(services, "announce-retirements");
  await system.transact(announceToSuperAdmins);
  for (const id of await system.transact(listConcerned))
    await jobCaller(services, "announce-retirements", id).transact((ctx) => announceToCompany(ctx, id));
}

/** Companies that lack a notice, chosen among all in two queries: most have no news on most days. */
async function listConcerned(ctx: Context): Promise<number[]> {
  const companies = await presentCompanies(ctx, await listCompaniesInUse(ctx));
  const isRetiring = companies.some((company) => retiringIn(ctx, company).length > 0);
  if (!isRetiring) return [];
  const lastAnnounced = new Map<string, Date>();
  for (const { companyId, title, at } of await lastNotificationOf(ctx, kind))
    lastAnnounced.set(`${companyId} ${title}`, at);
  const lacks = (company: Company) =>
    retiringIn(ctx, company).some(({ notice, retirement }) => {
      const last = lastAnnounced.get(`${company.id} ${notice.title}`);
      return last === undefined || last < stageOf(retirement, ctx.now).since;
    });
  return companies.filter(lacks).map(({ id }) => id);
}

async function announceToCompany(ctx: Context, companyId: number): Promise<void> {
  const company = await presentCompany(ctx, await getCompany(ctx, companyId));
  for (const { modelType, notice, retirement } of retiringIn(ctx, company)) {
    // a stored key may not open
    if ((await usableKey(ctx, companyId, modelType)) === null) continue;
    await announceOnce(ctx, companyId, notice, retirement);
  }
}

/** Models in force that retire. Without a key, answers are quotes, whatever happens to the model. */
function retiringIn({ services: { config } }: Context, company: Company) {
  return slots.flatMap(([modelType, name]) => {
    const { model, provider, retirement, isDefault, keyIsForOtherAddress } = inForce(company, modelType);
    if (retirement === null) return [];
    const chosen = isDefault ? null : { provider, model };
    const { installationKey, needsKey } = endpointFor(config, modelType, chosen);
    const ownKey = modelType === "smart" ? company.openaiApiKey : company.xaiApiKey;
    const hasOwnKey = ownKey !== null && !keyIsForOtherAddress;
    if (!hasOwnKey && installationKey === null && needsKey) return [];
    return [{ modelType, notice: noticeOf(name, model, retirement, "/admin?tab=models"), retirement }];
  });
}

async function announceToSuperAdmins(ctx: Context): Promise<void> {
  const catalog = await readCatalog(ctx);
  for (const [modelType, name] of slots) {
    const { provider, model } = ctx.services.config.models[modelType];
    const retirement = retirementOf(findModel(catalog, provider, model), ctx.now);
    if (retirement === null) continue;
    const notice = noticeOf(`The installation's ${name}`, model, retirement, "/admin?tab=models");
    await announceOnce(ctx, null, notice, retirement);
  }
}

const slots = [
  ["smart", "Smart"],
  ["smarter", "Smarter"],
] as const;

function inForce(company: Company, modelType: "smart" | "smarter") {
  return modelType === "smart" ? company.smartModel : company.smarterModel;
}

function noticeOf(name: string, model: string, { isPast, message }: Retirement, link: string): Notice {
  return {
    kind,
    title: isPast ? `${name} model ${model} is retired` : `${name} model ${model} will be retired`,
    body: `${message} Until you choose another one, questions may get no written answer.`,
    link,
  };
}

/** The stage that a retirement has reached, and its beginning. */
function stageOf({ retiresOn }: Retirement, now: Date): { stage: number; since: Date } {
  const days = daysUntil(retiresOn, now);
  const stage = stages.find((least) => days <= least) ?? daysOfNotice;
  return { stage, since: new Date(Date.parse(retiresOn) - stage * dayMs) };
}

async function announceOnce(
  ctx: Context,
  companyId: number | null,
  notice: Notice,
  retirement: Retirement,
): Promise<void> {
  const { stage, since } = stageOf(retirement, ctx.now);
  if (await wasNotifiedOf(ctx, companyId, { kind: notice.kind, title: notice.title, since })) return;
  await (companyId === null ? notifySuperAdmins(ctx, notice) : notifyAdmins(ctx, companyId, notice));
  const { mail, config } = ctx.services;
  const addresses = mail.isConfigured ? await listMailAddresses(ctx, companyId, notice.kind) : [];
  for (const to of addresses)
    await ctx.enqueue("send-mail", {
      to,
      subject: `Footnote: ${notice.title}`,
      text: `${notice.body}\n\n${config.publicUrl}${notice.link}`,
    });
  ctx.audit({
    action: "model.announce-retirement",
    target: { type: "company", id: companyId ?? 0 },
    company: companyId,
    after: { title: notice.title, stage, letters: addresses.length },
  });
}
