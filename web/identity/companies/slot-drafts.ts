import type { Company } from "#contract/identity/companies.ts";
import { ModelLimits, usualLimits } from "#contract/models/limits.ts";
import type { ModelChoice } from "#contract/models/models.ts";

/** null: a field that is being typed. */
export type LimitsDraft = Record<keyof ModelLimits, number | null>;
export type SlotDraft = { choice: ModelChoice | null; apiKey: string; limits: LimitsDraft };
export type SlotProblems = { choice?: string | undefined; apiKey?: string | undefined };

export type SlotDrafts = { smart: SlotDraft; smarter: SlotDraft };

/** A company's two models as form values. */
export function draftsOf(company: Company | null): SlotDrafts {
  return {
    smart: {
      choice: choiceOf(company?.smartModel),
      apiKey: company?.openaiApiKey ?? "",
      limits: company?.smartLimits ?? usualLimits,
    },
    smarter: {
      choice: choiceOf(company?.smarterModel),
      apiKey: company?.xaiApiKey ?? "",
      limits: company?.smarterLimits ?? usualLimits,
    },
  };
}

function choiceOf(inForce: Company["smartModel"] | undefined): ModelChoice | null {
  return inForce === undefined || inForce.isDefault
    ? null
    : { provider: inForce.provider, model: inForce.model };
}

/** A provider without a model isn't a choice yet, and an empty field no limit. */
export function areWhole({ smart, smarter }: SlotDrafts): boolean {
  return [smart, smarter].every(
    ({ choice, limits }) => choice?.model !== "" && ModelLimits.safeParse(limits).success,
  );
}

/** A stored company as its form would send it. */
export function valuesOf(company: Company) {
  return { ...company, ...fieldsOf(draftsOf(company), null) };
}

/** @param company as stored: omits an untouched key, because sending one requires the password */
export function fieldsOf({ smart, smarter }: SlotDrafts, company: Company | null) {
  const stored = draftsOf(company);
  return {
    ...(smart.apiKey === stored.smart.apiKey ? {} : { openaiApiKey: smart.apiKey }),
    ...(smarter.apiKey === stored.smarter.apiKey ? {} : { xaiApiKey: smarter.apiKey }),
    smartModel: smart.choice,
    smarterModel: smarter.choice,
    smartLimits: limitsIn(smart),
    smarterLimits: limitsIn(smarter),
  };
}

const limitsIn = ({ limits }: SlotDraft) => ModelLimits.safeParse(limits).data;

export function problemsOf(fields: Record<string, string>) {
  return {
    smart: { choice: fields.smartModel, apiKey: fields.openaiApiKey },
    smarter: { choice: fields.smarterModel, apiKey: fields.xaiApiKey },
  };
}
