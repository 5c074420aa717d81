import { Checkbox, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RulesDialog } from "#web/ui/rules-dialog.tsx";
import { reviewRulesQuery, useSetReviewRules } from "./queries.ts";
import classes from "./reviews.module.css";

type Props = { companyId: number | undefined; onClose(): void };

/** Rules that send a company's answers to the desk automatically. */
export function ReviewRulesDialog({ companyId, onClose }: Props) {
  const saved = useQuery(reviewRulesQuery(companyId));
  const set = useSetReviewRules();
  return (
    <RulesDialog
      title="What gets reviewed"
      saved={saved}
      isSaving={set.isPending}
      onSave={(opened, values) => set.mutateAsync({ companyId, opened, values })}
      onClose={onClose}
    >
      {(rules, change) => (
        <>
          <Checkbox
            label="Answers rated bad"
            checked={rules.badRating}
            onChange={(event) => change({ badRating: event.currentTarget.checked })}
          />
          <Checkbox
            label="Answers from which a sentence was removed"
            checked={rules.unsupported}
            onChange={(event) => change({ unsupported: event.currentTarget.checked })}
          />
          <Checkbox
            label="Questions the documents did not answer"
            checked={rules.abstained}
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
            value={rules.samplePercent}
            onChange={(value) => change({ samplePercent: Number(value) || 0 })}
          />
          <p className={classes.remark}>Applies to new answers.</p>
        </>
      )}
    </RulesDialog>
  );
}
