import { Tabs } from "@mantine/core";
import type { Theme } from "#contract/themes.ts";
import { useCompany } from "../shell/company.ts";
import { useUser } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { DialogActions } from "../ui/dialog-actions.tsx";
import { usePersistedForm } from "../ui/persisted-form.ts";
import { toast, toastError } from "../ui/toast.tsx";
import { Modal } from "../ui/modal.tsx";
import { TabList } from "../ui/tab-list.tsx";
import { AgentsTab } from "./agents-tab.tsx";
import { DocumentsTab } from "../documents/documents-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { useSaveTheme } from "./queries.ts";
import { TagsTab } from "./tags-tab.tsx";
import classes from "./theme-editor.module.css";
import type { ThemeDraft } from "./theme-draft.ts";

type Props = {
  theme: Theme | null;
  tab: string;
  onTab(tab: string): void;
  /** A theme that was just created is opened again, on the same tab. */
  onCreated(theme: Theme): void;
  onClose(): void;
};

/** Create Theme or Edit Theme: General, Tags, Documents and Agents (docs/specification/themes.md). */
export default function ThemeEditor({ theme, tab, onTab, onCreated, onClose }: Props) {
  const { companyId } = useCompany();
  const user = useUser();
  const kept = usePersistedForm(`draft:theme:${user.id}:${theme?.id ?? "new"}`, draftOf(theme));
  const draft = kept.values;
  const save = useSaveTheme();
  const isNew = theme === null;
  const change = kept.change;
  // opened on another tab than the first, whose field takes the focus, the tab has it; not the cross
  const first = (value: string) => ({ "data-autofocus": tab === value || undefined });
  const submit = async () => {
    try {
      const saved = await save.mutateAsync({ ...draft, ...(theme === null ? {} : { id: theme.id }) });
      kept.forget();
      toast(isNew ? "Theme created successfully" : "Theme updated successfully");
      // whoever stands at the documents of a new theme saved it to upload them
      if (isNew && tab === "documents") onCreated(saved);
      else onClose();
    } catch (error) {
      toastError("Error", error instanceof Error && error.message ? error.message : "Failed to save theme");
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={theme === null ? "Create Theme" : `${theme.name} – Edit Theme`}
      size={820}
    >
      <Tabs
        value={isNew && tab !== "tags" ? (tab === "documents" ? "documents" : "general") : tab}
        onChange={(value) => onTab(value ?? "general")}
        keepMounted={false}
        color="var(--ink)"
      >
        <TabList>
          <Tabs.Tab value="general">General</Tabs.Tab>
          <Tabs.Tab value="tags" {...first("tags")}>
            Tags
          </Tabs.Tab>
          <Tabs.Tab value="documents" {...first("documents")}>
            Documents
          </Tabs.Tab>
          <Tabs.Tab value="agents" disabled={isNew} {...first("agents")}>
            Agents
          </Tabs.Tab>
        </TabList>
        <div className={classes.panel}>
          <Tabs.Panel value="general">
            <GeneralTab
              draft={draft}
              onChange={change}
              companyId={theme?.companyId ?? companyId}
              isClosed={theme?.isClosed === true}
            />
          </Tabs.Panel>
          <Tabs.Panel value="tags">
            <TagsTab draft={draft} onChange={change} themeId={theme?.id ?? null} />
          </Tabs.Panel>
          <Tabs.Panel value="documents">
            {theme === null ? (
              <p className={classes.later}>Save the theme first to upload documents</p>
            ) : (
              <DocumentsTab theme={theme} onAgents={() => onTab("agents")} />
            )}
          </Tabs.Panel>
          {theme !== null && (
            <Tabs.Panel value="agents">
              <AgentsTab theme={theme} />
            </Tabs.Panel>
          )}
        </div>
      </Tabs>
      <DialogActions>
        {kept.isFromBefore && (
          <p className={classes.kept} role="status">
            Changes you had not saved.{" "}
            <button type="button" onClick={kept.forget}>
              Discard them
            </button>
          </p>
        )}
        <Button
          onClick={() => {
            kept.forget();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button
          tone="primary"
          disabled={draft.name.trim() === "" || save.isPending}
          onClick={() => void submit()}
        >
          {save.isPending ? "Saving..." : isNew ? "Create Theme" : "Update Theme"}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function draftOf(theme: Theme | null): ThemeDraft {
  return {
    name: theme?.name ?? "",
    purpose: theme?.purpose ?? "",
    guidingInstructions: theme?.guidingInstructions ?? "",
    modelType: theme?.modelType ?? "smart",
    isActive: theme === null || theme.isActive || theme.isClosed,
    requireSignOff: theme?.requireSignOff ?? false,
    fallback: theme?.fallback ?? "none",
    distributionPartnerTags: theme?.distributionPartnerTags ?? [],
    productTags: theme?.productTags ?? [],
    topicTags: theme?.topicTags ?? [],
    stateTags: theme?.stateTags ?? [],
    workspaceId: theme?.workspaceId,
  };
}
