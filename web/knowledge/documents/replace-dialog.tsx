import { useQuery } from "@tanstack/react-query";
import { exportLookBack } from "#contract/knowledge/look-back.ts";
import type { Document } from "#contract/knowledge/documents.ts";
import { locate } from "#web/kernel/api.ts";
import { PeopleList } from "#web/knowledge/look-back/people-list.tsx";
import { lookBackQuery } from "#web/knowledge/look-back/queries.ts";
import { ExportSpreadsheet } from "#web/identity/proof/export-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { formatCount, formatNumber } from "#web/ui/format.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import classes from "./document-versions.module.css";

type Props = { document: Document; file: File; isBusy: boolean; onReplace(): void; onClose(): void };

/** Before publishing a new version: the people who received answers from earlier ones. */
export function ReplaceDialog({ document, file, isBusy, onReplace, onClose }: Props) {
  const part = { id: document.id };
  const { data, error, refetch } = useQuery(lookBackQuery(part));
  return (
    <Modal opened onClose={onClose} title={`Replace ${document.name}?`} size="lg">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <div className={classes.replaced}>
          <p>
            {`${formatCount(data.answers, "answer cites", "answers cite")} this document. ${data.people === 1 ? "This person" : `These ${formatNumber(data.people)} people`} received them. Those answers stay as they are, with the version they cite. Once ${file.name} is read, you can tell ${data.people === 1 ? "this person" : "these people"} what changed.`}
          </p>
          <PeopleList part={part} />
          <ExportSpreadsheet href={(format) => locate(exportLookBack, { ...part, format }).url}>
            CSV
          </ExportSpreadsheet>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="primary" disabled={data === undefined} loading={isBusy} onClick={onReplace}>
          Replace
        </Button>
      </DialogActions>
    </Modal>
  );
}
