import type { Company } from "#contract/identity/companies.ts";
import { providerLabels, type ProviderName } from "#contract/models/providers.ts";
import { KeyField } from "./key-field.tsx";
import { LimitFields } from "./limit-fields.tsx";
import { ModelChoiceFields } from "./model-choice.tsx";
import type { SlotDraft, SlotProblems } from "./slot-drafts.ts";
import classes from "./companies.module.css";

type Props = {
  name: "Smart" | "Smarter";
  company: Company | null;
  draft: SlotDraft;
  problems: SlotProblems;
  onChange(draft: Partial<SlotDraft>): void;
};

/** Smart's or Smarter's provider, model and key. A new company starts with the defaults. */
export function ModelSlot({ name, company, draft, problems, onChange }: Props) {
  const isSmart = name === "Smart";
  const inForce = isSmart ? company?.smartModel : company?.smarterModel;
  const stored = (isSmart ? company?.openaiApiKey : company?.xaiApiKey) ?? null;
  const usual: ProviderName = isSmart ? "openai" : "xai";
  const provider = draft.choice?.provider ?? inForce?.installation.provider ?? usual;
  // a server configured in place of the usual provider keeps its field's name
  const label = providerLabels[provider === "compatible" ? usual : provider];
  const isOther = inForce !== undefined && (inForce.provider !== provider || inForce.keyIsForOtherAddress);
  return (
    <fieldset className={classes.slot}>
      <legend>{name}</legend>
      {company !== null && inForce !== undefined && (
        <ModelChoiceFields
          company={company}
          modelType={isSmart ? "smart" : "smarter"}
          name={name}
          inForce={inForce}
          value={draft.choice}
          error={problems.choice}
          onChange={(choice) => onChange({ choice })}
        />
      )}
      <KeyField
        label={`${label} API key`}
        model={name}
        company={company}
        value={draft.apiKey}
        stored={stored}
        lastCheck={(isSmart ? company?.smartKeyCheck : company?.smarterKeyCheck) ?? null}
        error={problems.apiKey}
        needsKey={inForce === undefined || inForce.provider !== provider || inForce.needsKey}
        onChange={(apiKey) => onChange({ apiKey })}
        notice={
          stored !== null && isOther && draft.apiKey === stored
            ? `The stored key is for another provider and is never sent to ${label}. Enter a key from ${label}.`
            : null
        }
      />
      {company !== null && (
        <LimitFields name={name} value={draft.limits} onChange={(limits) => onChange({ limits })} />
      )}
    </fieldset>
  );
}
