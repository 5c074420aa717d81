import { useState } from "react";
import {
  listApprovedAnswers,
  renewApprovedAnswer,
  type ApprovedAnswer,
} from "#contract/answering/approved-answers.ts";
import { callApi, pageOf } from "#web/kernel/api.ts";
import { BatchDialog } from "#web/ui/batch-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatCount } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toastError } from "#web/ui/toast.tsx";
import type { ApprovedFilters } from "./queries.ts";

const mostAtOnce = 200;

/** After a new version of a document: the suspended answers of the list whose words it still contains, renewed with one click. */
export function RenewTogether({ filters }: { filters: ApprovedFilters }) {
  const [found, setFound] = useState<{ rows: ApprovedAnswer[]; isAll: boolean } | null>(null);
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    try {
      const page = { page: 1, pageSize: mostAtOnce };
      const list = await callApi(listApprovedAnswers, { ...filters, state: "suspended", ...page });
      const { rows, total } = pageOf(list);
      // without its theme none can be renewed
      setFound({ rows: rows.filter((row) => !row.isThemeDeleted), isAll: total === rows.length });
    } catch (error) {
      toastError("The suspended answers could not be loaded", reasonOf(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <div>
      <Button size="compact-sm" tone="quiet" loading={isLoading} onClick={() => void load()}>
        Renew those with unchanged words
      </Button>
      {found !== null && (
        <BatchDialog
          question={`Look at ${found.isAll ? "" : "the first "}${formatCount(found.rows.length, "suspended answer")} and renew those whose words are unchanged?`}
          action="Renew"
          rows={found.rows}
          thing="answer"
          nameOf={({ question }) => question}
          run={async ({ id }) => {
            await callApi(renewApprovedAnswer, { id, sameWords: true });
            return true;
          }}
          done="renewed"
          stale={[["approved-answers"], ["desk"]]}
          onClose={() => setFound(null)}
        >
          <p>
            An answer is renewed in your name if all its cited words are unchanged in the documents that
            answer now. The others stay suspended and are named with the reason.
          </p>
        </BatchDialog>
      )}
    </div>
  );
}
