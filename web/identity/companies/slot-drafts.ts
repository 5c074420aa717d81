import type { Company } from "#contract/identity/companies.ts";
import type { ModelChoice } from "#contract/models/models.ts";

export type SlotDraft = { choice: ModelChoice | null; apiKey: string };
export type SlotProblems = { choice?: string | undefined; apiKey?: string | undefined };

export type SlotDrafts = { smart: SlotDraft; smarter: SlotDraft };

/** A company's two models as form values. */
export function draftsOf(company: Company | null): SlotDrafts {
  return {
    smart: { choice: choiceOf(company?.smartModel), apiKey: company?.openaiApiKey ?? "" },
    smarter: { choice: choiceOf(company?.smarterModel), apiKey: company?.xaiApiKey ?? "" },
  };
}

function choiceOf(inForce: Company["smartModel"] | undefined): ModelChoice | null {
  return inForce === undefined || inForce.isDefault
    ? null
    : { provider: inForce.provider, model: inForce.model };
}

/** A provider without a model isn't a choice yet. */
export function areWhole({ smart, smarter }: SlotDrafts): boolean {
  return smart.choice?.model !== "" && smarter.choice?.model !== "";
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
  };
}

export function problemsOf(fields: Record<string, string>) {
  return {
    smart: { choice: fields.smartModel, apiKey: fields.openaiApiKey },
    smarter: { choice: fields.smarterModel, apiKey: fields.xaiApiKey },
  };
}
