import { NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mostLeadMonths, setLeadRetention } from "#contract/operation/leads.ts";
import type { Output } from "#contract/kernel/endpoint.ts";
import { useMay } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { leadRetentionQuery, useSetLeadRetention } from "./queries.ts";
import classes from "./leads.module.css";
import { formatCount } from "#web/ui/format.ts";

/** How long demo requests are kept; nothing is shown until the rule is known. */
export function LeadRetention() {
  const { data } = useQuery(leadRetentionQuery);
  return data === undefined ? null : <RetentionForm key={data.version} saved={data} />;
}

function RetentionForm({ saved }: { saved: Output<typeof setLeadRetention> }) {
  const mayEdit = useMay("lead:delete");
  const [months, setMonths] = useState(saved.months);
  const [isAsking, setAsking] = useState(false);
  const set = useSetLeadRetention();
  const save = async () => {
    try {
      await set.mutateAsync({ opened: saved, months });
      toast("Period saved");
    } catch (error) {
      toastError("The period was not saved", reasonOf(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <form
      className={classes.retention}
      onSubmit={(event) => {
        event.preventDefault();
        if (months === null) void save();
        else setAsking(true);
      }}
    >
      <NumberInput
        label="Keep demo requests"
        description="Older ones are permanently deleted each night"
        placeholder="Forever"
        suffix={months === 1 ? " month" : " months"}
        disabled={!mayEdit}
        allowDecimal={false}
        allowNegative={false}
        min={1}
        max={mostLeadMonths}
        clampBehavior="strict"
        value={months ?? ""}
        onChange={(value) => setMonths(value === "" ? null : Number(value))}
      />
      {mayEdit && months !== saved.months && (
        <Button type="submit" tone="primary" loading={set.isPending}>
          Save period
        </Button>
      )}
      <Confirm
        opened={isAsking}
        question="Delete older demo requests from tonight on?"
        action="Save and delete"
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        <p>
          Requests older than {formatCount(months ?? 0, "month")} are permanently deleted tonight, and each
          night from then on.
        </p>
      </Confirm>
    </form>
  );
}
