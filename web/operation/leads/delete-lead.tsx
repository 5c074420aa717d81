import { useState } from "react";
import type { Lead } from "#contract/operation/leads.ts";
import { useMay } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { leadName } from "./lead-names.ts";
import { useDeleteLead } from "./queries.ts";

export function DeleteLead({ lead, onDeleted }: { lead: Lead; onDeleted(): void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteLead();
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: lead.id });
      toast("Demo request deleted");
      onDeleted();
    } catch (error) {
      setAsking(false);
      toastError("The demo request was not deleted", reasonOf(error));
    }
  };
  if (!useMay("lead:delete")) return null;
  return (
    <>
      <Button tone="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        opened={isAsking}
        question="Delete this demo request?"
        action="Delete"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>
          The request of {leadName(lead)}, its notes and its notifications are permanently deleted. The record
          keeps only that a request was sent and deleted.
        </p>
      </Confirm>
    </>
  );
}
