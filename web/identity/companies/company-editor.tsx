import { Checkbox, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { ApiError } from "#web/kernel/api.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { NameField } from "#web/ui/name-field.tsx";
import { ModelSlot } from "./model-slot.tsx";
import { useSaveCompany } from "./queries.ts";
import { areWhole, draftsOf, fieldsOf, problemsOf } from "./slot-drafts.ts";

type Props = { company: Company | null; onClose(): void; onCreated?(company: Company): void };

/** Name, description and the two models with their write-only keys. */
export function CompanyEditor({ company, onClose, onCreated }: Props) {
  const [opened] = useState(company);
  const [values, setValues] = useState({
    name: company?.name ?? "",
    description: company?.description ?? "",
    requireSecondFactor: company?.requireSecondFactor ?? false,
    moreFormats: company?.moreFormats ?? false,
  });
  const [models, setModels] = useState(() => draftsOf(company));
  const save = useSaveCompany();
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const change = (part: Partial<typeof values>) => setValues((all) => ({ ...all, ...part }));
  const submit = async () => {
    try {
      const saved = await save.mutateAsync({ ...values, ...fieldsOf(models, opened), opened });
      toast(company === null ? "Company created successfully" : "Company updated successfully");
      if (opened === null && saved !== undefined && onCreated !== undefined) onCreated(saved);
      else onClose();
    } catch (error) {
      toastError("Failed to save company", reasonOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={company === null ? "Add Company" : "Edit Company"}>
      <DialogForm
        action={company === null ? "Create Company" : "Update Company"}
        canSave={values.name.trim() !== "" && areWhole(models)}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <NameField value={values.name} error={problems.name} onChange={(name) => change({ name })} />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <ModelSlot
          name="Smart"
          company={company}
          draft={models.smart}
          problems={problemsOf(problems).smart}
          onChange={(part) => setModels((all) => ({ ...all, smart: { ...all.smart, ...part } }))}
        />
        <ModelSlot
          name="Smarter"
          company={company}
          draft={models.smarter}
          problems={problemsOf(problems).smarter}
          onChange={(part) => setModels((all) => ({ ...all, smarter: { ...all.smarter, ...part } }))}
        />
        <Checkbox
          label="Administrators need two-step verification"
          description="Workspace admins must set it up at their next sign-in."
          checked={values.requireSecondFactor}
          onChange={(event) => change({ requireSecondFactor: event.currentTarget.checked })}
        />
        <Checkbox
          label="More kinds of documents"
          description="Excel, PowerPoint, web pages, Markdown, emails and CSV, besides PDF, Word and text."
          checked={values.moreFormats}
          onChange={(event) => change({ moreFormats: event.currentTarget.checked })}
        />
      </DialogForm>
    </Modal>
  );
}
