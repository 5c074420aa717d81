import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { DialogActions } from "../ui/dialog-actions.tsx";
import { DialogForm } from "../ui/form.tsx";
import { reasonOf } from "../ui/invalidating-mutation.ts";
import { Modal } from "../ui/modal.tsx";
import { Secret } from "../ui/secret.tsx";
import { toastError } from "../ui/toast.tsx";
import { useCreateScimToken } from "./queries.ts";
import classes from "./sign-on.module.css";

/** Creates a token, then shows it the only time it can be shown. */
export function TokenEditor({ companyId, onClose }: { companyId: number | undefined; onClose(): void }) {
  const [name, setName] = useState("");
  const [lastDay, setLastDay] = useState("");
  const create = useCreateScimToken();
  const problems = create.error instanceof ApiError ? create.error.fields : {};
  const submit = async () => {
    try {
      await create.mutateAsync({
        companyId,
        name,
        // through the end of the last day, in the person's time zone
        expiresAt: lastDay === "" ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
      });
    } catch (error) {
      toastError("The token was not created", reasonOf(error));
    }
  };
  if (create.data !== undefined)
    return (
      <Modal opened onClose={onClose} title={`${create.data.token.name} is ready`}>
        <div className={classes.created}>
          <p>Copy the token now. It is not kept and cannot be shown again.</p>
          <Secret value={create.data.secret} label="Copy the token" />
          <p>Enter it at your directory as the bearer token, also called API token or secret token.</p>
          <DialogActions>
            <Button tone="primary" onClick={onClose}>
              I copied it
            </Button>
          </DialogActions>
        </div>
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} title="Create token">
      <DialogForm
        action="Create token"
        busy="Creating..."
        canSave={name.trim() !== ""}
        isSaving={create.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description="Of your directory, such as “Okta”; what it changes goes on record under this name"
          required
          data-autofocus
          maxLength={120}
          value={name}
          error={problems.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Last day"
          description="Empty: until you revoke it"
          value={lastDay}
          error={problems.expiresAt}
          onChange={(event) => setLastDay(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
