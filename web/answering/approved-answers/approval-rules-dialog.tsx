import { Checkbox, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "#contract/kernel/endpoint.ts";
import type { ApprovalRules, getApprovalRules } from "#contract/answering/approved-answers.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { approvalRulesQuery, useSetApprovalRules } from "./queries.ts";

type Props = { companyId: number | undefined; onClose(): void };

/** A company's rules for approved answers. */
export function ApprovalRulesDialog({ companyId, onClose }: Props) {
  const { data, error, refetch } = useQuery(approvalRulesQuery(companyId));
  return (
    <Modal opened onClose={onClose} title="Rules for approved answers">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <RulesForm rules={data} companyId={companyId} onClose={onClose} />
      )}
    </Modal>
  );
}

function RulesForm({ rules, companyId, onClose }: Props & { rules: Output<typeof getApprovalRules> }) {
  const [opened] = useState(rules);
  const [values, setValues] = useState<ApprovalRules>(() => {
    const { version: _, ...saved } = rules;
    return saved;
  });
  const set = useSetApprovalRules();
  const save = async () => {
    try {
      await set.mutateAsync({ companyId, opened, values });
      toast("Rules saved");
      onClose();
    } catch (failure) {
      toastError("The rules were not saved", reasonOf(failure));
    }
  };
  return (
    <DialogForm
      action="Save Rules"
      canSave
      isSaving={set.isPending}
      onSave={() => void save()}
      onCancel={onClose}
    >
      <Checkbox
        label="Somebody other than its author approves an answer"
        checked={values.otherApprover}
        onChange={(event) => {
          const otherApprover = event.currentTarget.checked;
          setValues((all) => ({ ...all, otherApprover }));
        }}
      />
      <NumberInput
        label="Minutes saved by each use"
        description="What answering such a question would have taken; the report counts with it"
        min={1}
        max={600}
        allowDecimal={false}
        allowNegative={false}
        value={values.savedMinutes ?? ""}
        onChange={(value) => setValues((all) => ({ ...all, savedMinutes: Number(value) || null }))}
      />
    </DialogForm>
  );
}
