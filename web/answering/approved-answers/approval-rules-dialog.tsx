import { Checkbox, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RulesDialog } from "#web/ui/rules-dialog.tsx";
import { approvalRulesQuery, useSetApprovalRules } from "./queries.ts";

type Props = { companyId: number | undefined; onClose(): void };

/** A company's rules for approved answers. */
export function ApprovalRulesDialog({ companyId, onClose }: Props) {
  const saved = useQuery(approvalRulesQuery(companyId));
  const set = useSetApprovalRules();
  return (
    <RulesDialog
      title="Rules for approved answers"
      saved={saved}
      isSaving={set.isPending}
      onSave={(opened, values) => set.mutateAsync({ companyId, opened, values })}
      onClose={onClose}
    >
      {(rules, change) => (
        <>
          <Checkbox
            label="Someone other than the author approves an answer"
            checked={rules.otherApprover}
            onChange={(event) => change({ otherApprover: event.currentTarget.checked })}
          />
          <NumberInput
            label="Minutes saved by each use"
            description="How long it would have taken to answer such a question; used in reports"
            min={1}
            max={600}
            allowDecimal={false}
            allowNegative={false}
            value={rules.savedMinutes ?? ""}
            onChange={(value) => change({ savedMinutes: Number(value) || null })}
          />
        </>
      )}
    </RulesDialog>
  );
}
