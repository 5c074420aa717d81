import { NativeSelect } from "@mantine/core";
import { leadStatuses } from "#contract/leads.ts";
import type { Lead } from "#contract/leads.ts";
import { toast, toastError } from "../ui/toast.tsx";
import { leadName, statusNames } from "./lead-names.ts";
import { useUpdateLead } from "./lead-queries.ts";

/** Any status may follow any other (spec/2, section 4). */
export function LeadStatus({ lead }: { lead: Lead }) {
  const update = useUpdateLead();
  const change = (status: Lead["status"] | undefined) =>
    update.mutate(
      { id: lead.id, status },
      {
        onSuccess: () => toast("Lead status updated successfully"),
        onError: (error) => toastError("Failed to update lead status", error.message),
      },
    );
  return (
    <NativeSelect
      size="xs"
      aria-label={`Status of ${leadName(lead)}`}
      // what was just chosen shows at once; the list follows
      value={update.isPending ? update.variables.status : lead.status}
      onChange={(event) => change(leadStatuses.find((status) => status === event.currentTarget.value))}
      data={leadStatuses.map((status) => ({ value: status, label: statusNames[status] }))}
    />
  );
}
