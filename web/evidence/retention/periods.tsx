import { NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "#contract/kernel/endpoint.ts";
import {
  leastMonths,
  mostMonths,
  retentionKinds,
  RetentionPeriods,
  type getRetention,
  type RetentionKind,
} from "#contract/evidence/retention.ts";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { DryRun } from "./dry-run.tsx";
import { dueQuery, periodsQuery, useSetPeriods } from "./queries.ts";
import classes from "./retention.module.css";
import { formatCount } from "#web/ui/format.ts";

const fields: Record<RetentionKind, { label: string; description: string }> = {
  interactions: {
    label: "Interactions",
    description: "Questions, answers and their sources, counted from the question",
  },
  documents: {
    label: "Documents",
    description: "Text and file of a version, counted from its replacement or deletion",
  },
  events: {
    label: "Events",
    description: "Names, addresses, and values before and after a change, counted from the event",
  },
};

export function Periods() {
  const { companyId } = useCompany();
  const { data, error, refetch } = useQuery(periodsQuery(companyId));
  return (
    <Section
      title="Periods"
      about="Without a number, data is kept forever. When a period is over, the content is erased the following night; the record still proves that it existed and when it was erased."
    >
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Waiting shape="lines" />
      ) : (
        <PeriodsForm key={JSON.stringify(data)} saved={data} />
      )}
    </Section>
  );
}

const isPossible = (months: number | null) =>
  months === null || (Number.isInteger(months) && months >= leastMonths && months <= mostMonths);

function PeriodsForm({ saved }: { saved: Output<typeof getRetention> }) {
  const { companyId } = useCompany();
  const mayEdit = useMay("retention:edit");
  const [periods, setPeriods] = useState(() => RetentionPeriods.parse(saved));
  const [isAsking, setAsking] = useState(false);
  const set = useSetPeriods();
  const isWhole = retentionKinds.every((kind) => isPossible(periods[kind]));
  const due = useQuery({ ...dueQuery(companyId, periods), enabled: isWhole });
  const isChanged = retentionKinds.some((kind) => periods[kind] !== saved[kind]);
  const going =
    due.data === undefined ? 0 : retentionKinds.reduce((sum, kind) => sum + due.data[kind].due, 0);
  const save = async () => {
    try {
      await set.mutateAsync({ companyId, saved, periods });
      toast("Periods saved");
    } catch (failure) {
      toastError("The periods were not saved", reasonOf(failure));
    } finally {
      setAsking(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (going > 0) setAsking(true);
        else void save();
      }}
    >
      <div className={classes.periods}>
        {retentionKinds.map((kind) => (
          <NumberInput
            key={kind}
            {...fields[kind]}
            placeholder="Forever"
            suffix=" months"
            disabled={!mayEdit}
            allowDecimal={false}
            allowNegative={false}
            max={mostMonths}
            clampBehavior="strict"
            value={periods[kind] ?? ""}
            error={isPossible(periods[kind]) ? null : `At least ${leastMonths} months`}
            onChange={(value) =>
              setPeriods((all) => ({ ...all, [kind]: value === "" ? null : Number(value) }))
            }
          />
        ))}
      </div>
      {isWhole && <DryRun periods={periods} due={due} isSaved={!isChanged} />}
      {mayEdit && (
        <div className={classes.actions}>
          <Button
            type="submit"
            tone="primary"
            disabled={!isChanged || !isWhole || due.isPending || due.isPlaceholderData}
            loading={set.isPending}
          >
            Save periods
          </Button>
          {isChanged && <Button onClick={() => setPeriods(RetentionPeriods.parse(saved))}>Discard</Button>}
        </div>
      )}
      <Confirm
        opened={isAsking}
        question="Erase older data from tonight on?"
        action="Save and erase"
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        <p>
          {`${formatCount(going, "item is", "items are")} due now and will be permanently erased tonight. A hold set before then still protects the data it names.`}
        </p>
      </Confirm>
    </form>
  );
}
