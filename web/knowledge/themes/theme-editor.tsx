import { Tabs } from "@mantine/core";
import { ArrowRight } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { useMay, useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { usePersistedForm } from "#web/ui/persisted-form.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { AgentsTab } from "./agents-tab.tsx";
import { Askers } from "./askers.tsx";
import { DocumentsTab } from "#web/knowledge/documents/documents-tab.tsx";
import { useUpload } from "#web/knowledge/documents/upload.ts";
import { GeneralTab } from "./general-tab.tsx";
import { themeSource, useAcceptProposal, useSaveTheme } from "./queries.ts";
import { NameFields } from "./name-fields.tsx";
import { StepButtons } from "./step-buttons.tsx";
import { TagsTab } from "./tags-tab.tsx";
import { ThemeTabs } from "./theme-tabs.tsx";
import { stepNames, stepOf, steps, useStepStates } from "./theme-steps.ts";
import { useProposal } from "./use-proposal.ts";
import { WorkspaceAssignments } from "./workspace-assignments.tsx";
import classes from "./theme-editor.module.css";
import { draftOf } from "./theme-draft.ts";
import { formatCount } from "#web/ui/format.ts";

export type EditorProps = {
  theme: Theme | null;
  /** Sent as soon as it opens: the theme was made of them. */
  files?: File[] | undefined;
  tab: string;
  /** A new theme goes through the steps to its first question. */
  isStepwise: boolean;
  onTab(tab: string): void;
  /** A theme just created reopens at its documents; in steps or in the regular editor. */
  onCreated(theme: Theme, isStepwise: boolean): void;
  onClose(): void;
};

/** The last step of a new theme. It outlives its tab, so visiting the documents loses no answer. */
export type Trial = {
  /** Whether the theme was asked. */
  isAsked: boolean;
  panel(step: { theme: Theme; ready: number; reading: number; onDocuments(): void }): ReactNode;
};

/** Create Theme or Edit Theme: General, Tags, Documents and Agents (docs/specification/themes.md); a new one ends with a trial question. */
export function ThemeEditor({
  theme,
  files,
  tab,
  isStepwise,
  onTab,
  onCreated,
  onClose,
  trial,
  testRuns,
}: EditorProps & { trial: Trial; testRuns(theme: Theme): ReactNode }) {
  const { companyId } = useCompany();
  const user = useUser();
  const mustChoose = useMay("company:choose");
  const kept = usePersistedForm(
    `draft:theme:${user.id}:${theme?.id ?? "new"}`,
    draftOf(theme),
    theme?.version,
  );
  const draft = kept.values;
  const [stored, setStored] = useState<Theme | null>(null);
  const { opened } = kept;
  const save = useSaveTheme();
  const accept = useAcceptProposal();
  const upload = useUpload(theme?.id ?? 0, theme?.moreFormats ?? false);
  const given = useRef(files);
  useEffect(() => {
    if (given.current !== undefined) upload.add(given.current);
    given.current = undefined;
  }, [upload]);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  /** Asks first if files would be lost. */
  const leave = (go: () => void) => (upload.unsent > 0 ? setLeaving(() => go) : go());
  const isNew = theme === null;
  const savesAtOnce = !isNew && (tab === "documents" || tab === "agents");
  // an address may name a step that only a new theme has
  const hasTab = isNew ? tab === "tags" || tab === "documents" : isStepwise || tab !== "try";
  const open = hasTab ? tab : "general";
  const step = stepOf(open);
  const states = useStepStates(isStepwise ? theme : null, trial.isAsked);
  useProposal({
    theme,
    files,
    states,
    draft,
    onPropose(id, named) {
      kept.change(named);
      // without what is being typed
      const proposed = { ...opened.values, ...named };
      accept.mutate(
        { id, opened, proposed },
        {
          onSuccess: (saved) => kept.saved({ version: saved.version, values: draftOf(saved) }, proposed),
        },
      );
    },
  });
  const [attempts, setAttempts] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) panel.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);
  const missing = {
    name: draft.name.trim() === "" ? "Enter a theme name." : null,
    workspaceId: mustChoose && draft.workspaceId === undefined ? "Select a workspace." : null,
  };
  const isValid = missing.name === null && missing.workspaceId === null;
  const [isArriving, setIsArriving] = useState(false);
  /** @returns the saved theme with its files; null if refused, or if a file did not arrive */
  const submit = async (): Promise<Theme | null> => {
    try {
      const saved = await save.mutateAsync({ id: (stored ?? theme)?.id, opened, draft });
      setStored(saved);
      kept.saved({ version: saved.version, values: draftOf(saved) }, draft);
      setIsArriving(true);
      const unstored = await upload.unstored().finally(() => setIsArriving(false));
      if (unstored > 0) {
        onTab("documents");
        const files = formatCount(unstored, "file is not", "files are not");
        toastError("Error", `The theme is saved, but ${files} uploaded. See the list.`);
        return null;
      }
      toast(
        isNew ? "Theme created successfully" : "Theme updated successfully",
        saved.heldChange === null ? undefined : "Changed settings wait for approval: see its test runs.",
      );
      return saved;
    } catch (error) {
      toastError("Error", error instanceof Error && error.message ? error.message : "Failed to save theme");
      return null;
    }
  };
  const isSaving = save.isPending || accept.isPending || isArriving;
  const finish = async () => {
    const saved = await submit();
    // a user on a new theme's Documents step saved it to upload them
    if (saved !== null && isNew && open === "documents") onCreated(saved, false);
    else if (saved !== null) onClose();
  };
  const goOn = async () => {
    if (!isValid) {
      setAttempts(attempts + 1);
      onTab("general");
      return;
    }
    const saved = isNew || kept.isChanged ? await submit() : theme;
    if (saved === null) return;
    if (isNew) onCreated(saved, true);
    else onTab(steps[steps.indexOf(step) + 1] ?? "try");
  };
  return (
    <Modal
      opened
      onClose={() => leave(onClose)}
      title={isNew ? "Create Theme" : `${theme.name} – ${isStepwise ? "Create Theme" : "Edit Theme"}`}
      size={820}
    >
      <Tabs
        value={open}
        onChange={(value) => onTab(value ?? "general")}
        keepMounted={false}
        color="var(--ink)"
      >
        <ThemeTabs open={open} isNew={isNew} done={isStepwise ? states.done : null} />
        <div ref={panel} className={classes.panel}>
          <Tabs.Panel value="general">
            <GeneralTab
              draft={draft}
              onChange={kept.change}
              companyId={theme?.companyId ?? companyId}
              isClosed={theme?.isClosed === true}
              missing={attempts > 0 ? missing : null}
              onEnter={isStepwise ? () => void goOn() : undefined}
              isFolded={isStepwise}
            />
            {theme !== null && testRuns(theme)}
          </Tabs.Panel>
          <Tabs.Panel value="tags">
            <TagsTab draft={draft} onChange={kept.change} themeId={theme?.id ?? null} />
          </Tabs.Panel>
          <Tabs.Panel value="documents">
            {isNew ? (
              <p className={classes.later}>Save the theme first to upload documents</p>
            ) : (
              <>
                {files !== undefined && <NameFields draft={draft} onChange={kept.change} />}
                <DocumentsTab
                  theme={theme}
                  upload={upload}
                  targets={themeSource(theme.companyId, false)}
                  onAgents={() => onTab("agents")}
                  onAsk={isStepwise ? () => onTab("try") : null}
                />
              </>
            )}
          </Tabs.Panel>
          {!isNew && (
            <Tabs.Panel value="agents">
              <SequentialReveal className={classes.who}>
                <section aria-label="Who can ask">
                  <Askers theme={theme} />
                </section>
                <WorkspaceAssignments theme={theme} />
                <section aria-labelledby="agents-by-name">
                  <h3 id="agents-by-name">Agents</h3>
                  <AgentsTab theme={theme} />
                </section>
              </SequentialReveal>
            </Tabs.Panel>
          )}
          {!isNew && isStepwise && (
            <Tabs.Panel value="try">
              {trial.panel({ theme, ...states, onDocuments: () => onTab("documents") })}
            </Tabs.Panel>
          )}
        </div>
      </Tabs>
      <DialogActions>
        {kept.isFromBefore && (
          <p className={classes.kept} role="status">
            Restored your unsaved changes.{" "}
            <button type="button" onClick={kept.forget}>
              Discard them
            </button>
          </p>
        )}
        {isStepwise && !isNew ? (
          <StepButtons
            step={step}
            states={states}
            isSaving={isSaving}
            onBack={() => onTab(steps[steps.indexOf(step) - 1] ?? "general")}
            onNext={() => void (step === "try" ? leave(onClose) : goOn())}
          />
        ) : savesAtOnce && !kept.isChanged ? (
          <Button tone="primary" onClick={() => leave(onClose)}>
            Done
          </Button>
        ) : (
          <>
            <Button
              onClick={() =>
                leave(() => {
                  kept.forget();
                  onClose();
                })
              }
            >
              Cancel
            </Button>
            <Button
              tone={isStepwise ? "plain" : "primary"}
              disabled={missing.name !== null || isSaving}
              onClick={() => leave(() => void finish())}
            >
              {isSaving ? "Saving..." : isNew ? "Create Theme" : "Update Theme"}
            </Button>
            {isStepwise && (
              <Button
                tone="primary"
                disabled={isSaving}
                rightSection={<ArrowRight size={15} aria-hidden />}
                onClick={() => void goOn()}
              >
                Next: {stepNames.documents}
              </Button>
            )}
          </>
        )}
      </DialogActions>
      <Confirm
        opened={leaving !== null}
        question="Leave without uploading?"
        action="Leave"
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          setLeaving(null);
          leaving?.();
        }}
      >
        <p>
          {formatCount(upload.unsent, "file was", "files were")} not uploaded, and{" "}
          {upload.unsent === 1 ? "is" : "are"} lost when you leave.
        </p>
      </Confirm>
    </Modal>
  );
}
