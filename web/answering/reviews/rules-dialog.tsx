import { Checkbox, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "#contract/kernel/endpoint.ts";
import type { getReviewRules, ReviewRules } from "#contract/answering/reviews.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { reviewRulesQuery, useSetReviewRules } from "./queries.ts";
import classes from "./reviews.module.css";

type Props = { companyId: number | undefined; onClose(): void };

/** Rules that send a company's answers to the desk automatically. */
export function RulesDialog({ companyId, onClose }: Props) {
  const { data, error, refetch } = useQuery(reviewRulesQuery(companyId));
  return (
    <Modal opened onClose={onClose} title="What gets reviewed">
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

function RulesForm({ rules, companyId, onClose }: Props & { rules: Output<typeof getReviewRules> }) {
  const [opened] = useState(rules);
  const [values, setValues] = useState<ReviewRules>(() => {
    const { version: _, ...saved } = rules;
    return saved;
  });
  const set = useSetReviewRules();
  const change = (part: Partial<ReviewRules>) => setValues((all) => ({ ...all, ...part }));
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
        label="Answers rated bad"
        checked={values.badRating}
        onChange={(event) => change({ badRating: event.currentTarget.checked })}
      />
      <Checkbox
        label="Answers from which a sentence was removed"
        checked={values.unsupported}
        onChange={(event) => change({ unsupported: event.currentTarget.checked })}
      />
      <Checkbox
        label="Questions the documents did not answer"
        checked={values.abstained}
        onChange={(event) => change({ abstained: event.currentTarget.checked })}
      />
      <NumberInput
        label="Random sample"
        description="Percentage of answers, chosen at random"
        min={0}
        max={100}
        allowDecimal={false}
        clampBehavior="strict"
        suffix="%"
        value={values.samplePercent}
        onChange={(value) => change({ samplePercent: Number(value) || 0 })}
      />
      <p className={classes.remark}>Applies to new answers.</p>
    </DialogForm>
  );
}
