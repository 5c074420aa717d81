import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { mostCopied, type copyTheme } from "#contract/knowledge/transfers.ts";
import type { Output } from "#contract/kernel/endpoint.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { formatCount } from "#web/ui/format.ts";
import { Modal } from "#web/ui/modal.tsx";
import { NameField } from "#web/ui/name-field.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { useCopyTheme } from "./queries.ts";

type Props = { theme: Theme; onClose(): void; onOpen(theme: Theme): void };

/** Asks which parts of a theme its copy has. */
export function CopyThemeDialog({ theme, onClose, onOpen }: Props) {
  const [name, setName] = useState(`Copy of ${theme.name}`.slice(0, 120));
  const [withDocuments, setWithDocuments] = useState(false);
  const [withAskers, setWithAskers] = useState(false);
  const [made, setMade] = useState<Output<typeof copyTheme> | null>(null);
  const copy = useCopyTheme();
  const isTooMany = theme.documentCount > mostCopied;
  const submit = async () => {
    try {
      setMade(await copy.mutateAsync({ id: theme.id, name, withDocuments, withAskers }));
    } catch (error) {
      // shown in place, below the fields
      console.warn("the theme was not copied", error);
    }
  };
  if (made !== null)
    return (
      <Modal opened onClose={onClose} title="Theme copied">
        <p>
          '{made.theme.name}' has the settings and tags of '{theme.name}'
          {withDocuments && ` and ${formatCount(made.documentCount, "document")}, which are being read`}.
        </p>
        {made.refused.length > 0 && (
          <>
            <p>Not copied: {formatCount(made.refused.length, "document")}.</p>
            <ul>
              {made.refused.map((one, at) => (
                <li key={at}>
                  {one.name}: {one.reason}
                </li>
              ))}
            </ul>
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
          <Button tone="primary" onClick={() => onOpen(made.theme)}>
            Open the copy
          </Button>
        </DialogActions>
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} title="Copy theme">
      <DialogForm
        action="Copy"
        busy="Copying..."
        canSave={name.trim() !== ""}
        isSaving={copy.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <NameField value={name} onChange={setName} />
        <p>Settings and tags are copied. Approved answers and signatures are not.</p>
        <Checkbox
          label={`Documents (${theme.documentCount.toLocaleString("en")})`}
          description={
            isTooMany
              ? `At most ${mostCopied} documents are copied.`
              : "In their newest version, with their tags. They are read again."
          }
          disabled={theme.documentCount === 0 || isTooMany}
          checked={withDocuments}
          onChange={(event) => setWithDocuments(event.currentTarget.checked)}
        />
        <Checkbox
          label="People who can ask it"
          description="Its workspaces and the agents assigned to it, who are notified."
          checked={withAskers}
          onChange={(event) => setWithAskers(event.currentTarget.checked)}
        />
        {copy.isError && <Problem>{reasonOf(copy.error)}</Problem>}
      </DialogForm>
    </Modal>
  );
}
