import { Radio, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fallback } from "#contract/knowledge/themes.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { nameOf } from "#web/ui/remote-options.ts";
import { useMay } from "#web/kernel/session.tsx";
import { companyQuery } from "#web/kernel/company-scope/queries.ts";
import { workspaceQuery, workspaceSource } from "#web/identity/workspaces/queries.ts";
import { Purpose } from "./name-fields.tsx";
import type { ThemeDraft } from "./theme-draft.ts";
import classes from "./theme-editor.module.css";

type Props = {
  draft: ThemeDraft;
  onChange(values: Partial<ThemeDraft>): void;
  companyId: number | undefined;
  isClosed: boolean;
  /** Messages for empty required fields, after they were visited. */
  missing: { name: string | null; workspaceId: string | null } | null;
  /** Enter in the name field; undefined where it does nothing. */
  onEnter: (() => void) | undefined;
  /** Beside its name and purpose, a new theme keeps its usual values in 'Details'. */
  isFolded: boolean;
};

export function GeneralTab({ draft, onChange, companyId, isClosed, missing, onEnter, isFolded }: Props) {
  const canChoose = useMay("company:choose");
  const source = workspaceSource(companyId, { spansCompanies: canChoose && companyId === undefined });
  const { workspaceId } = draft;
  const chosen = useQuery({ ...workspaceQuery(workspaceId ?? 0), enabled: workspaceId !== undefined });
  const { data: company } = useQuery({ ...companyQuery(companyId ?? 0), enabled: companyId !== undefined });
  const hasModel = company === undefined || company.smartModel.isUsable || company.smarterModel.isUsable;
  const workspace = (
    <RemoteSelect
      label="Workspace"
      required={canChoose}
      error={missing?.workspaceId}
      placeholder={canChoose ? "Select a workspace" : "Your primary workspace"}
      empty="Create a workspace first"
      source={source}
      chosen={
        workspaceId === undefined
          ? null
          : {
              id: workspaceId,
              label: nameOf("Workspace", workspaceId, chosen, source.labelOf),
            }
      }
      onChoose={(workspace) => onChange({ workspaceId: workspace?.id })}
    />
  );
  const models = (
    <>
      <Radio.Group
        label="AI model type"
        description="Without a model key, both quote from your documents"
        value={draft.modelType}
        onChange={(value) => onChange({ modelType: value === "smarter" ? "smarter" : "smart" })}
      >
        <div className={classes.models}>
          <Radio value="smart" label="Smart" description="Faster responses" />
          <Radio value="smarter" label="Smarter" description="Advanced reasoning" />
        </div>
      </Radio.Group>
      <Select
        label="When the AI model cannot answer"
        description="If the provider is down or today's limit is reached. The answer will say so."
        data={[
          { value: "none", label: "Save the question and say so" },
          { value: "quotes", label: "Quote from the documents" },
          { value: "other-model", label: "Use the other model" },
        ]}
        value={draft.fallback}
        onChange={(value) => onChange({ fallback: Fallback.catch("none").parse(value) })}
        allowDeselect={false}
      />
    </>
  );
  const details = (
    <>
      {!canChoose && workspace}
      {!isFolded && <Purpose draft={draft} onChange={onChange} />}
      <Textarea
        label="Guiding instructions for agents"
        description="Passed to the AI with every question"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={8000}
        value={draft.guidingInstructions}
        onChange={(event) => onChange({ guidingInstructions: event.currentTarget.value })}
      />
      <Switch
        label="Active"
        description={
          isClosed
            ? "Still inactive until one of its workspaces is switched on"
            : "Agents can't ask an inactive theme"
        }
        checked={draft.isActive}
        onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
      />
      <Switch
        label="Documents need sign-off"
        description="A document answers only after an administrator has signed its receipt"
        checked={draft.requireSignOff}
        onChange={(event) => onChange({ requireSignOff: event.currentTarget.checked })}
      />
      <Switch
        label="Changes need approval"
        description="New documents, versions and instructions answer only after someone has reviewed their effect on correct answers"
        checked={draft.requireApproval}
        onChange={(event) => onChange({ requireApproval: event.currentTarget.checked })}
      />
      {/* last, since whether they stand open is known only once the company is */}
      {isFolded || hasModel ? (
        models
      ) : (
        <details className={classes.details}>
          <summary>AI model, once a key is stored</summary>
          <div className={classes.fields}>{models}</div>
        </details>
      )}
    </>
  );
  return (
    <div className={classes.fields}>
      <TextInput
        label="Theme name"
        required
        data-autofocus
        value={draft.name}
        maxLength={120}
        error={missing?.name}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) onEnter?.();
        }}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {canChoose && workspace}
      {isFolded ? (
        <>
          <Purpose draft={draft} onChange={onChange} />
          <details className={classes.details}>
            <summary>Details</summary>
            <div className={classes.fields}>{details}</div>
          </details>
        </>
      ) : (
        details
      )}
    </div>
  );
}
