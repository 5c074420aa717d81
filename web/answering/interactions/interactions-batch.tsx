import { useState } from "react";
import { exportInteractions } from "#contract/answering/interactions.ts";
import type { InteractionRow } from "#contract/answering/interactions.ts";
import { assignReview } from "#contract/answering/reviews.ts";
import type { User } from "#contract/identity/users.ts";
import { ExportSpreadsheet } from "#web/identity/proof/export-link.tsx";
import { personSource } from "#web/identity/users/queries.ts";
import { callApi, locate } from "#web/kernel/api.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { BatchDialog } from "#web/ui/batch-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatCount } from "#web/ui/format.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import type { Selection } from "#web/ui/selection.ts";
import type { InteractionFilters } from "./queries.ts";

const nameOf = ({ chat_interactions: { id, userQuery } }: InteractionRow) =>
  `#${id} “${userQuery.slice(0, 80)}”`;

type Props = { selection: Selection<InteractionRow>; filters: InteractionFilters };

/** What can be done with the chosen interactions at once. */
export function InteractionsBatch({ selection, filters }: Props) {
  const { companyId } = useCompany();
  const [isAssigning, setAssigning] = useState(false);
  const [reviewer, setReviewer] = useState<User | null>(null);
  const { rows } = selection;
  const ids = rows.map(({ chat_interactions: { id } }) => id).join(",");
  return (
    <>
      <Button size="compact-sm" onClick={() => setAssigning(true)}>
        Assign for review
      </Button>
      <ExportSpreadsheet
        size="compact-sm"
        href={(format) => {
          const { sort, timeZone } = filters;
          return locate(exportInteractions, { companyId, sort, timeZone, ids, format }).url;
        }}
      >
        Export selected
      </ExportSpreadsheet>
      {isAssigning && (
        <BatchDialog
          question={`Assign ${formatCount(rows.length, "interaction")} for review`}
          action="Assign"
          rows={rows}
          thing="interaction"
          nameOf={nameOf}
          canRun={reviewer !== null}
          run={async ({ chat_interactions: { id } }) => {
            if (reviewer === null) return false;
            await callApi(assignReview, { id, userId: reviewer.id });
            return true;
          }}
          undo={({ chat_interactions: { id } }) => callApi(assignReview, { id, userId: null })}
          done={`assigned to ${reviewer?.email ?? ""}`}
          undone="returned to the queue"
          stale={[["interactions"], ["reviews"]]}
          onClose={() => {
            setAssigning(false);
            setReviewer(null);
            selection.clear();
          }}
        >
          <p>Each goes to the review desk, if it isn't there, and the reviewer is told.</p>
          <RemoteSelect
            label="Reviewer"
            required
            description="An administrator of the company."
            placeholder="Select a person"
            source={personSource(companyId, "workspace_admin")}
            chosen={reviewer === null ? null : { id: reviewer.id, label: reviewer.email }}
            onChoose={setReviewer}
          />
        </BatchDialog>
      )}
    </>
  );
}
