import { useState } from "react";
import type { User } from "#contract/identity/users.ts";
import { ApiError } from "#web/kernel/api.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Problem } from "#web/ui/parts.tsx";
import { toast } from "#web/ui/toast.tsx";
import { EmailField } from "./person-fields.tsx";
import { useChangeAddress } from "./queries.ts";

/** Another address to sign in with; the dialog names its consequences. */
export function ChangeAddressDialog({ user, onClose }: { user: User; onClose(): void }) {
  const [email, setEmail] = useState("");
  const change = useChangeAddress();
  const field = change.error instanceof ApiError ? change.error.fields.email : undefined;
  const submit = async () => {
    try {
      const changed = await change.mutateAsync({ id: user.id, email: email.trim() });
      toast("Address changed", `${changed.email} signs in from now on.`);
      onClose();
    } catch (error) {
      // shown in place, below the field
      console.warn("the address was not changed", error);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Change address">
      <DialogForm
        action="Change address"
        canSave={email.trim() !== "" && email.trim().toLowerCase() !== user.email}
        isSaving={change.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <p>
          {user.email} no longer signs in. All sessions end; where mail is set up, both addresses are told.{" "}
          {user.mustChangePassword
            ? "The temporary password stops working: invite the person again afterwards."
            : "The password stays the same."}
        </p>
        <EmailField email={email} onChange={setEmail} error={field} />
        {change.isError && field === undefined && <Problem>{reasonOf(change.error)}</Problem>}
      </DialogForm>
    </Modal>
  );
}
