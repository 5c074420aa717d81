import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Company } from "#contract/companies.ts";
import { ApiError } from "../api.ts";
import { reasonOf } from "../ui/change.ts";
import { DialogForm } from "../ui/form.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { Modal } from "../ui/modal.tsx";
import { KeyField } from "./key-field.tsx";
import { useSaveCompany } from "./queries.ts";

/** Name, description and the two model keys, which are written and never read. */
export function CompanyEditor({ company, onClose }: { company: Company | null; onClose(): void }) {
  const [values, setValues] = useState({
    name: company?.name ?? "",
    description: company?.description ?? "",
    openaiApiKey: company?.openaiApiKey ?? "",
    xaiApiKey: company?.xaiApiKey ?? "",
    requireSecondFactor: company?.requireSecondFactor ?? false,
  });
  const save = useSaveCompany();
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const change = (part: Partial<typeof values>) => setValues((all) => ({ ...all, ...part }));
  const submit = async () => {
    try {
      await save.mutateAsync(company === null ? values : { ...values, id: company.id });
      toast(company === null ? "Company created successfully" : "Company updated successfully");
      onClose();
    } catch (error) {
      toastError("Failed to save company", reasonOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={company === null ? "Add Company" : "Edit Company"}>
      <DialogForm
        action={company === null ? "Create Company" : "Update Company"}
        canSave={values.name.trim() !== ""}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={120}
          value={values.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <KeyField
          label="OpenAI API key"
          model="Smart"
          company={company}
          value={values.openaiApiKey}
          stored={company?.openaiApiKey ?? null}
          lastCheck={company?.smartKeyCheck ?? null}
          error={problems.openaiApiKey}
          onChange={(openaiApiKey) => change({ openaiApiKey })}
        />
        <KeyField
          label="xAI API key"
          model="Smarter"
          company={company}
          value={values.xaiApiKey}
          stored={company?.xaiApiKey ?? null}
          lastCheck={company?.smarterKeyCheck ?? null}
          error={problems.xaiApiKey}
          onChange={(xaiApiKey) => change({ xaiApiKey })}
        />
        <Checkbox
          label="Administrators need a second factor"
          description="Workspace admins without one set it up before they do anything else."
          checked={values.requireSecondFactor}
          onChange={(event) => change({ requireSecondFactor: event.currentTarget.checked })}
        />
      </DialogForm>
    </Modal>
  );
}
