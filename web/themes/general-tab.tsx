import { Radio, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fallback } from "#contract/themes.ts";
import { useUser } from "../session.tsx";
import { firstMatches } from "../ui/first-matches.ts";
import { workspacesQuery } from "../workspaces/queries.ts";
import type { ThemeDraft } from "./theme-editor.tsx";
import classes from "./theme-editor.module.css";

type Props = {
  draft: ThemeDraft;
  onChange(values: Partial<ThemeDraft>): void;
  companyId: number | undefined;
};

export function GeneralTab({ draft, onChange, companyId }: Props) {
  const user = useUser();
  const workspaces = useQuery(workspacesQuery(companyId));
  return (
    <div className={classes.fields}>
      <TextInput
        label="Theme name"
        required
        data-autofocus
        value={draft.name}
        maxLength={120}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {(user.role === "super_admin" || (workspaces.data?.length ?? 0) > 1) && (
        <Select
          label="Workspace"
          required={user.role === "super_admin"}
          placeholder={user.role === "super_admin" ? "Select a workspace" : "Your primary workspace"}
          data={(workspaces.data ?? []).map((workspace) => ({
            value: String(workspace.id),
            label:
              companyId === undefined && user.role === "super_admin"
                ? `${workspace.companyName} · ${workspace.name}`
                : workspace.name,
          }))}
          value={draft.workspaceId === undefined ? null : String(draft.workspaceId)}
          onChange={(value) => onChange({ workspaceId: value === null ? undefined : Number(value) })}
          searchable
          filter={firstMatches}
        />
      )}
      <Radio.Group
        label="AI model type"
        value={draft.modelType}
        onChange={(value) => onChange({ modelType: value === "smarter" ? "smarter" : "smart" })}
      >
        <div className={classes.models}>
          <Radio value="smart" label="Smart" description="Faster responses" />
          <Radio value="smarter" label="Smarter" description="Advanced reasoning" />
        </div>
      </Radio.Group>
      <Textarea
        label="Purpose"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4000}
        value={draft.purpose}
        onChange={(event) => onChange({ purpose: event.currentTarget.value })}
      />
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
      <Select
        label="When the AI model cannot answer"
        description="While its provider fails or the day's allowance is used up; every such answer says so"
        data={[
          { value: "none", label: "Say so, and keep the question" },
          { value: "quotes", label: "Quote from the documents" },
          { value: "other-model", label: "Let the other AI model answer" },
        ]}
        value={draft.fallback}
        onChange={(value) => onChange({ fallback: Fallback.catch("none").parse(value) })}
        allowDeselect={false}
      />
      <Switch
        label="Active"
        description="An inactive theme cannot be asked"
        checked={draft.isActive}
        onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
      />
      <Switch
        label="Documents need sign-off"
        description="A document answers only after an administrator has signed its receipt"
        checked={draft.requireSignOff}
        onChange={(event) => onChange({ requireSignOff: event.currentTarget.checked })}
      />
    </div>
  );
}
