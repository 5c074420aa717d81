import { useState } from "react";
import { exportInteractions, tagInteraction, type InteractionRow } from "#contract/answering/interactions.ts";
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
import { staleByTags, type InteractionFilters } from "./queries.ts";
import { ReviewTagField } from "./review-tags.tsx";

const nameOf = ({ chat_interactions: { id, userQuery } }: InteractionRow) =>
  `#${id} “${userQuery.slice(0, 80)}”`;

type Props = { selection: Selection<InteractionRow>; filters: InteractionFilters };

/** What can be done with the chosen interactions at once. */
export function InteractionsBatch({ selection, filters }: Props) {
  const { companyId } = useCompany();
  const [act, setAct] = useState<"assign" | "tag" | null>(null);
  const { rows } = selection;
  const props = {
    rows,
    thing: "interaction",
    nameOf,
    onClose: (isDone: boolean) => {
      setAct(null);
      if (isDone) selection.clear();
    },
  };
  const ids = rows.map(({ chat_interactions: { id } }) => id).join(",");
  return (
    <>
      <Button size="compact-sm" onClick={() => setAct("assign")}>
        Assign for review
      </Button>
      <Button size="compact-sm" onClick={() => setAct("tag")}>
        Add a tag
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
      {act === "assign" && <Assigning {...props} companyId={companyId} />}
      {act === "tag" && <Tagging {...props} />}
    </>
  );
}

type BatchProps = {
  rows: InteractionRow[];
  thing: string;
  nameOf(row: InteractionRow): string;
  onClose(isDone: boolean): void;
};

function Assigning({ companyId, ...props }: BatchProps & { companyId: number | undefined }) {
  const [reviewer, setReviewer] = useState<User | null>(null);
  return (
    <BatchDialog
      {...props}
      question={`Assign ${formatCount(props.rows.length, "interaction")} for review`}
      action="Assign"
      canRun={reviewer !== null}
      run={async ({ chat_interactions: { id } }) => {
        if (reviewer === null) return false;
        await callApi(assignReview, { id, userId: reviewer.id });
        return true;
      }}
      undo={({ chat_interactions: { id } }) => callApi(assignReview, { id, userId: null })}
      done={`assigned to ${reviewer?.email ?? ""}`}
      undone="no longer assigned"
      stale={[["interactions"], ["reviews"]]}
    >
      <p>Each is queued for a verdict, and the reviewer is notified.</p>
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
  );
}

function Tagging(props: BatchProps) {
  const [tag, setTag] = useState("");
  return (
    <BatchDialog
      {...props}
      question={`Add a tag to ${formatCount(props.rows.length, "interaction")}`}
      action="Add tag"
      canRun={tag.trim() !== ""}
      run={async ({ chat_interactions: { id } }) =>
        (await callApi(tagInteraction, { id, add: [tag] })).changed
      }
      undo={({ chat_interactions: { id } }) => callApi(tagInteraction, { id, remove: [tag] })}
      done="tagged"
      undone="without the tag again"
      stale={staleByTags}
    >
      <ReviewTagField
        value={tag}
        onChange={setTag}
        description="Only reviewers see it. The filter Tag finds whatever has it."
      />
    </BatchDialog>
  );
}
