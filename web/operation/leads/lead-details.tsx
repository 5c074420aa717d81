import { Textarea } from "@mantine/core";
import { useState } from "react";
import type { Lead } from "#contract/operation/leads.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { formatDateTime } from "#web/ui/format.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { LeadBadges, LeadContact } from "./lead-card.tsx";
import { leadFacts, leadName, suspicionTexts } from "./lead-names.ts";
import { useUpdateLead } from "./queries.ts";
import { LeadStatus } from "./lead-status.tsx";
import { DeleteLead } from "./delete-lead.tsx";
import classes from "./leads.module.css";

/** All of a lead's fields, with notes that save when the field loses focus, and only if changed. */
export function LeadDetails({ lead, onClose }: { lead: Lead; onClose(): void }) {
  const [notes, setNotes] = useState(lead.notes);
  const [opened, setOpened] = useState(lead);
  const [saved, setSaved] = useState(lead.notes);
  const update = useUpdateLead();
  const save = async () => {
    const text = notes.trim();
    if (text === saved.trim()) return;
    setSaved(text);
    try {
      const answer = await update.mutateAsync({ opened, notes: text });
      setOpened(answer);
      setNotes(answer.notes);
      toast("Notes updated successfully");
    } catch (error) {
      setSaved(opened.notes);
      toastError("Failed to update notes", reasonOf(error));
    }
  };
  const close = () => {
    // Escape closes without a blur event on the field
    void save();
    onClose();
  };
  return (
    <Modal opened onClose={close} size="lg" title={leadName(lead)}>
      <div className={classes.details}>
        <LeadBadges lead={lead} />
        <LeadContact lead={lead} />
        <dl className={classes.facts}>
          {leadFacts(lead).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>Date</dt>
            <dd>{formatDateTime(lead.createdAt)}</dd>
          </div>
          {lead.suspectedAutomation !== null && (
            <div>
              <dt>Possibly automated</dt>
              <dd>{suspicionTexts[lead.suspectedAutomation]}</dd>
            </div>
          )}
        </dl>
        <div>
          <p className={classes.label}>Use case</p>
          <p className={classes.whole}>{lead.useCase}</p>
        </div>
        <div>
          <p className={classes.fieldLabel} aria-hidden>
            Status
          </p>
          <LeadStatus lead={lead} size="sm" />
        </div>
        <Textarea
          label="Notes"
          description="Saved when you leave the field"
          autosize
          minRows={4}
          maxRows={12}
          maxLength={8000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          onBlur={() => void save()}
        />
      </div>
      <DialogActions>
        <DeleteLead lead={lead} onDeleted={onClose} />
        <Button onClick={close}>Done</Button>
      </DialogActions>
    </Modal>
  );
}
