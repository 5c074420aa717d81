import { Dropzone } from "@mantine/dropzone";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { themeName, titleOfFile } from "#contract/knowledge/theme-name.ts";
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
import { toastError } from "#web/ui/toast.tsx";
import { draftOf } from "./theme-draft.ts";
import { useSaveTheme } from "./queries.ts";
import { acceptedBy } from "#web/knowledge/documents/send-file.ts";
import classes from "./themes.module.css";

type Props = { onCreated(theme: Theme, files: File[]): void };

/** The name of a theme until its documents are read. */
export const nameOfFiles = (files: readonly File[]) => themeName(files.map(({ name }) => titleOfFile(name)));

/** Files dropped anywhere on the screen, or chosen by the button, become a theme: no form, unless a company must be named. */
export function ThemeFromFiles({ onCreated }: Props) {
  const mustChoose = useMay("company:choose");
  const [files, setFiles] = useState<File[] | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const save = useSaveTheme();
  const create = async (dropped: File[], workspaceId?: number) => {
    const draft = {
      ...draftOf(null),
      name: nameOfFiles(dropped),
      ...(workspaceId === undefined ? {} : { workspaceId }),
    };
    const theme = await save.mutateAsync({ id: undefined, opened: { version: 0, values: draft }, draft });
    setFiles(null);
    onCreated(theme, dropped);
  };
  const take = (dropped: File[]) => {
    if (dropped.length === 0 || save.isPending) return;
    if (mustChoose) return setFiles(dropped);
    create(dropped).catch((error: unknown) => toastError("The theme was not created", reasonOf(error)));
  };
  return (
    <>
      <Button
        leftSection={<FileUp size={15} aria-hidden />}
        loading={save.isPending}
        onClick={() => input.current?.click()}
      >
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
          take(chosen);
        }}
      />
      <Dropzone.FullScreen
        classNames={{ fullScreen: classes.drop }}
        withinPortal={false}
        active={files === null}
        useFsAccessApi={false}
        onDrop={take}
      >
        <p className={classes.dropHint} aria-hidden>
          Drop the files here to make a theme of them
        </p>
      </Dropzone.FullScreen>
      {files !== null && (
        <WorkspaceChoice
          files={files}
          isSaving={save.isPending}
          problem={save.isError ? reasonOf(save.error) : undefined}
          onClose={() => setFiles(null)}
          onChoose={({ id }) => {
            // shown in place, below the field
            create(files, id).catch((error: unknown) => console.warn("the theme was not created", error));
          }}
        />
      )}
    </>
  );
}

type ChoiceProps = {
  files: File[];
  isSaving: boolean;
  problem: string | undefined;
  onClose(): void;
  onChoose(workspace: Workspace): void;
};

/** People who work in several companies choose where the theme belongs. */
function WorkspaceChoice({ files, isSaving, problem, onClose, onChoose }: ChoiceProps) {
  const { companyId, spansCompanies } = useCompany();
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  return (
    <Modal opened onClose={onClose} title={`New theme from ${formatCount(files.length, "file")}`}>
      <DialogForm
        action="Create Theme"
        canSave={workspace !== null}
        isSaving={isSaving}
        onSave={() => {
          if (workspace !== null) onChoose(workspace);
        }}
        onCancel={onClose}
      >
        <WorkspaceSelect
          companyId={companyId}
          which={{ spansCompanies }}
          required
          chosen={workspace}
          onChoose={setWorkspace}
        />
        {problem !== undefined && <Problem>{problem}</Problem>}
      </DialogForm>
    </Modal>
  );
}
