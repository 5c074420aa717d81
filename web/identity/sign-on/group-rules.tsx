import { NativeSelect, TextInput } from "@mantine/core";
import { Plus, Trash2 } from "lucide-react";
import { mostRules, type GroupRule, type SignOnProvider } from "#contract/identity/sign-on.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { WorkspaceChoice } from "#web/identity/users/workspace-choice.tsx";
import classes from "./sign-on.module.css";

type Props = {
  companyId: number | undefined;
  protocol: SignOnProvider["protocol"];
  claim: string;
  rules: GroupRule[];
  problems: Record<string, string>;
  onChange(part: { groupsClaim?: string; rules?: GroupRule[] }): void;
};

/** Maps groups to roles; the first matching rule decides, at each sign-in and whenever the directory changes a group. */
export function GroupRules({ companyId, protocol, claim, rules, problems, onChange }: Props) {
  const put = (at: number, part: Partial<GroupRule>) =>
    onChange({ rules: rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)) });
  return (
    <fieldset className={classes.rules}>
      <legend>Groups</legend>
      <TextInput
        label={`${protocol === "oidc" ? "Claim" : "Attribute"} that lists a person's groups`}
        description="Often “groups”. Leave empty if your directory sends groups over SCIM, or if you set roles here"
        maxLength={100}
        value={claim}
        error={problems.groupsClaim}
        onChange={(event) => onChange({ groupsClaim: event.currentTarget.value.trim() })}
      />
      {rules.map((rule, at) => (
        <div key={at} role="group" aria-label={`Rule ${at + 1}`} className={classes.rule}>
          <TextInput
            label="Group"
            maxLength={200}
            value={rule.group}
            error={problems[`rules.${at}.group`]}
            onChange={(event) => put(at, { group: event.currentTarget.value })}
          />
          <NativeSelect
            label="Role"
            value={rule.role}
            data={[
              { value: "agent", label: "Agent" },
              { value: "workspace_admin", label: "Workspace Admin" },
            ]}
            onChange={(event) =>
              put(at, { role: event.currentTarget.value === "agent" ? "agent" : "workspace_admin" })
            }
          />
          <IconButton
            icon={Trash2}
            label={`Remove rule ${at + 1}`}
            onClick={() => onChange({ rules: rules.filter((_rule, index) => index !== at) })}
          />
          <div className={classes.ruleWorkspaces}>
            <WorkspaceChoice
              companyId={companyId}
              chosen={rule.workspaceIds}
              onChange={(workspaceIds) => put(at, { workspaceIds })}
              required
            />
            {problems[`rules.${at}.workspaceIds`] !== undefined && (
              <p role="alert">{problems[`rules.${at}.workspaceIds`]}</p>
            )}
          </div>
        </div>
      ))}
      <Button
        leftSection={<Plus size={16} aria-hidden />}
        disabled={rules.length >= mostRules}
        onClick={() => onChange({ rules: [...rules, { group: "", role: "agent", workspaceIds: [] }] })}
      >
        Add rule
      </Button>
    </fieldset>
  );
}
