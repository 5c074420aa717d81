import { FileInput } from "@mantine/core";
import { useState } from "react";
import { type QuestionnaireDetails, maximumQuestionnaireBytes } from "#contract/answering/questionnaires.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { askableSource } from "#web/knowledge/themes/theme-queries.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { useCreateQuestionnaire } from "./queries.ts";

type Props = { onClose(): void; onCreated(questionnaire: QuestionnaireDetails): void };

export function NewQuestionnaire({ onClose, onCreated }: Props) {
  const { companyId } = useCompany();
  const [theme, setTheme] = useState<Theme | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const create = useCreateQuestionnaire();
  const isTooLarge = file !== null && file.size > maximumQuestionnaireBytes;
  const save = () => {
    if (theme !== null && file !== null) create.mutate({ themeId: theme.id, file }, { onSuccess: onCreated });
  };
  return (
    <Modal opened onClose={onClose} title="New questionnaire">
      <DialogForm
        action="Find questions"
        busy="Reading..."
        isSaving={create.isPending}
        canSave={theme !== null && file !== null && !isTooLarge}
        onSave={save}
        onCancel={onClose}
      >
        <RemoteSelect
          label="Theme"
          description="Its documents answer the questions."
          source={askableSource(companyId)}
          chosen={theme === null ? null : { id: theme.id, label: theme.name }}
          onChoose={setTheme}
        />
        <FileInput
          label="File"
          description="Excel (.xlsx) or Word (.docx), up to 10 MB and 1,000 questions. Nothing is asked yet."
          placeholder="Choose a file"
          accept=".xlsx,.docx"
          value={file}
          error={isTooLarge ? "Maximum file size is 10MB" : undefined}
          onChange={(chosen) => {
            create.reset();
            setFile(chosen);
          }}
        />
        {create.isError && <Problem>{reasonOf(create.error)}</Problem>}
      </DialogForm>
    </Modal>
  );
}
