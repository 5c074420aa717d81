import { NativeSelect, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeskItem } from "#contract/answering/desk.ts";
import { displayName } from "#web/identity/users/person-name.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { expertsQuery, useAskExpert } from "./queries.ts";

type Props = { item: DeskItem; companyId: number | undefined; onClose(): void };

/** Sends a question to a named person. */
export function AskExpert({ item, companyId, onClose }: Props) {
  const { data: people = [] } = useQuery(expertsQuery(companyId));
  const [named, setNamed] = useState(0);
  const [note, setNote] = useState("");
  const ask = useAskExpert();
  const send = async () => {
    if (item.interactionId === null) return;
    try {
      const { expert } = await ask.mutateAsync({ id: item.interactionId, userId: named, note });
      toast(`${expert} is asked`, "The answer comes back to this list.");
      onClose();
    } catch (failure) {
      toastError("Nobody was asked", reasonOf(failure));
    }
  };
  return (
    <Modal opened onClose={onClose} title="Ask an expert">
      <DialogForm
        action="Ask"
        busy="Asking..."
        canSave={named !== 0}
        isSaving={ask.isPending}
        onSave={() => void send()}
        onCancel={onClose}
      >
        <p>{item.question}</p>
        <NativeSelect
          label="Person"
          required
          value={String(named)}
          onChange={(event) => setNamed(Number(event.currentTarget.value))}
          data={[
            { value: "0", label: "Choose a person" },
            ...people.map((person) => ({ value: String(person.id), label: displayName(person) })),
          ]}
        />
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
