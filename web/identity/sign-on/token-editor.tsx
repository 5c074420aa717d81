import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "#web/kernel/api.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { NameField } from "#web/ui/name-field.tsx";
import { ShownOnce } from "#web/ui/shown-once.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { useCreateScimToken } from "./queries.ts";

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
        <ShownOnce
          secret={create.data.secret}
          label="Copy the token"
          warning={<p>Copy the token now. It cannot be shown again.</p>}
          onClose={onClose}
        >
          <p>Enter it at your directory as the bearer token, also called API token or secret token.</p>
        </ShownOnce>
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
        <NameField
          description="The directory's name, such as “Okta”; its changes are recorded under this name"
          value={name}
          error={problems.name}
          onChange={setName}
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
