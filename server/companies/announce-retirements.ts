import type { Company } from "#contract/companies.ts";
import { daysOfNotice } from "#contract/models.ts";
import type { Retirement } from "#contract/models.ts";
import { usableKey } from "./model-keys.ts";
import { presentCompany } from "./present.ts";
import { getCompany, listCompanyIds } from "./shared-store.ts";
import { jobCaller, systemCaller } from "#server/callers.ts";
import type { Context } from "#server/context.ts";
import { notifyAdmins, notifySuperAdmins } from "#server/notifications/notify.ts";
import type { Notice } from "#server/notifications/notice.ts";
import { listMailAddresses, wasToldOf } from "#server/notifications/shared-store.ts";
import type { Services } from "#server/services.ts";
import { readCatalogue } from "#server/models/catalogue.ts";
import { daysUntil, retirementOf } from "#server/models/retirement.ts";
import { findModel } from "#server/llm/catalogue.ts";

/**
 * Days before a model's retirement when its users are notified: time to plan, to act, to hurry, and when it is over.
 */
const stages = [0, 7, 30, daysOfNotice];
const dayMs = 86_400_000;

/**
 * Notifies the administrators of each company whose Smart or Smarter model is retired or soon will be: in the bell and
 * by email, once per stage. For the installation's own defaults, super admins are notified too, since they can change
 * them for everyone.
 */
export async function announceRetirements(services: Services): Promise<void> {
  const system = systemCaller(services, "announce-retirements");
  await system.transact(tellSuperAdmins);
  for (const { id } of await system.transact(listCompanyIds))
    await jobCaller(services, "announce-retirements", id).transact((ctx) => tellCompany(ctx, id));
}

async function tellCompany(ctx: Context, companyId: number): Promise<void> {
  const company = await presentCompany(ctx, await getCompany(ctx, companyId));
  for (const [modelType, name] of slots) {
    const { retirement, model } = inForce(company, modelType);
    // without a key, answers are quotes, whatever happens to the model
    if (retirement === null || (await usableKey(ctx, companyId, modelType)) === null) continue;
    await tellOnce(ctx, companyId, noticeOf(name, model, retirement, "/admin?tab=models"), retirement);
  }
}

async function tellSuperAdmins(ctx: Context): Promise<void> {
  const catalogue = await readCatalogue(ctx);
  for (const [modelType, name] of slots) {
    const { provider, model } = ctx.services.config.models[modelType];
    const retirement = retirementOf(findModel(catalogue, provider, model), ctx.now);
    if (retirement === null) continue;
    const notice = noticeOf(`The installation's ${name}`, model, retirement, "/admin?tab=models");
    await tellOnce(ctx, null, notice, retirement);
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
    kind: "model_retiring",
    title: isPast ? `${name} model ${model} is retired` : `${name} model ${model} will be retired`,
    body: `${message} Until you choose another one, questions may get no written answer.`,
    link,
  };
}

async function tellOnce(
  ctx: Context,
  companyId: number | null,
  notice: Notice,
  { retiresOn }: Retirement,
): Promise<void> {
  const days = daysUntil(retiresOn, ctx.now);
  const stage = stages.find((least) => days <= least) ?? daysOfNotice;
  const since = new Date(Date.parse(retiresOn) - stage * dayMs);
  if (await wasToldOf(ctx, companyId, { kind: notice.kind, title: notice.title, since })) return;
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
