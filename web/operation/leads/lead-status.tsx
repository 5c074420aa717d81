import { NativeSelect } from "@mantine/core";
import { leadStatuses, type Lead } from "#contract/operation/leads.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { leadName, statusNames } from "./lead-names.ts";
import { useUpdateLead } from "./queries.ts";

/** Any status may follow any other (docs/specification/public-pages.md). */
export function LeadStatus({ lead, size = "xs" }: { lead: Lead; size?: "xs" | "sm" }) {
  const update = useUpdateLead();
  // awaited, to confirm it even if the filter removes the card by then
  const change = async (status: Lead["status"] | undefined) => {
    try {
      await update.mutateAsync({ opened: lead, status });
      toast("Lead status updated successfully");
    } catch (error) {
      toastError("Failed to update lead status", reasonOf(error));
    }
  };
  return (
    <NativeSelect
      size={size}
      aria-label={`Status of ${leadName(lead)}`}
      // the new choice shows immediately; the list follows
      value={update.isPending ? update.variables.status : lead.status}
      onChange={(event) => void change(leadStatuses.find((status) => status === event.currentTarget.value))}
      data={leadStatuses.map((status) => ({ value: status, label: statusNames[status] }))}
    />
  );
}
