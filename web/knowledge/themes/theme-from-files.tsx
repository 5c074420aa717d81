import { Textarea, TextInput } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import type { Workspace } from "#contract/identity/workspaces.ts";
import { WorkspaceSelect } from "#web/identity/workspaces/workspace-select.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useMay } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { formatCount } from "#web/ui/format.ts";
import { draftOf } from "./theme-draft.ts";
import { proposalOf } from "./theme-proposal.ts";
import { useSaveTheme } from "./queries.ts";
import { acceptedBy } from "#web/knowledge/documents/send-file.ts";
import classes from "./themes.module.css";

type Props = { onCreated(theme: Theme, files: File[]): void };

/** Files dropped anywhere on the screen, or chosen by the button, become a theme. */
export function ThemeFromFiles({ onCreated }: Props) {
  const [files, setFiles] = useState<File[] | null>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button leftSection={<FileUp size={15} aria-hidden />} onClick={() => input.current?.click()}>
        Start from files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedBy(true)}
        aria-label="Files of a new theme"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (chosen.length > 0) setFiles(chosen);
        }}
      />
      <Dropzone.FullScreen
        withinPortal={false}
        active={files === null}
        useFsAccessApi={false}
        onDrop={setFiles}
      >
        <p className={classes.dropHint} aria-hidden>
          Drop the files here to make a theme of them
        </p>
      </Dropzone.FullScreen>
      {files !== null && (
        <Proposal
          files={files}
          onClose={() => setFiles(null)}
          onCreated={(theme) => {
            setFiles(null);
            onCreated(theme, files);
          }}
        />
      )}
    </>
  );
}

type ProposalProps = { files: File[]; onClose(): void; onCreated(theme: Theme): void };

/** The proposed name and purpose, to keep or to change; all else has its usual value. */
function Proposal({ files, onClose, onCreated }: ProposalProps) {
  const { companyId, spansCompanies } = useCompany();
  const mustChoose = useMay("company:choose");
  const [values, setValues] = useState(() => proposalOf(files.map(({ name }) => name)));
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const save = useSaveTheme();
  const submit = async () => {
    try {
      const draft = {
        ...draftOf(null),
        ...values,
        ...(workspace === null ? {} : { workspaceId: workspace.id }),
      };
      onCreated(await save.mutateAsync({ id: undefined, opened: { version: 0, values: draft }, draft }));
    } catch (error) {
      // shown in place, below the fields
      console.warn("the theme was not created", error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`New theme from ${formatCount(files.length, "file")}`}>
      <DialogForm
        action="Create Theme"
        canSave={values.name.trim() !== "" && (!mustChoose || workspace !== null)}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <TextInput
          label="Theme name"
          required
          data-autofocus
          maxLength={120}
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
        />
        <Textarea
          label="Purpose"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4000}
          value={values.purpose}
          onChange={(event) => setValues({ ...values, purpose: event.currentTarget.value })}
        />
        {mustChoose && (
          <WorkspaceSelect
            companyId={companyId}
            which={{ spansCompanies }}
            required
            chosen={workspace}
            onChoose={setWorkspace}
          />
        )}
        {save.isError && <Problem>{reasonOf(save.error)}</Problem>}
      </DialogForm>
    </Modal>
  );
}
