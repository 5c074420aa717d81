import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { themeSource } from "#web/knowledge/themes/queries.ts";
import { DialogForm, Pair } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { personSource } from "#web/identity/users/queries.ts";
import { documentSource, useSetHold } from "./queries.ts";
import { ReasonField } from "./reason-field.tsx";

type Chosen = { id: number; label: string } | null;

export function HoldForm({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Set a hold">
      {opened && <Form onClose={onClose} />}
    </Modal>
  );
}

function Form({ onClose }: { onClose(): void }) {
  const { companyId } = useCompany();
  const [person, setPerson] = useState<Chosen>(null);
  const [theme, setTheme] = useState<Chosen>(null);
  const [document, setDocument] = useState<Chosen>(null);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [reason, setReason] = useState("");
  const set = useSetHold();
  const people = personSource(companyId);
  const themes = themeSource(companyId, false);
  const isTurned = from !== "" && to !== "" && from > to;
  const hasCondition = person !== null || theme !== null || from !== "" || to !== "";
  const save = async () => {
    try {
      await set.mutateAsync({
        companyId,
        userId: person?.id,
        themeId: theme?.id,
        documentId: document?.id,
        from: from || undefined,
        to: to || undefined,
        reason,
      });
      toast("Hold set");
      onClose();
    } catch (failure) {
      toastError("The hold was not set", reasonOf(failure));
    }
  };
  return (
    <DialogForm
      action="Set hold"
      canSave={hasCondition && !isTurned && reason.trim() !== ""}
      isSaving={set.isPending}
      onSave={() => void save()}
      onCancel={onClose}
    >
      <p>It protects data that meets all the conditions you choose: at least a person, a theme or a day.</p>
      <RemoteSelect
        label="Person"
        description="This person's questions, actions and uploads"
        placeholder="Anybody"
        clearable
        source={people}
        chosen={person}
        onChoose={(row) => setPerson(row && { id: row.id, label: people.labelOf(row) })}
      />
      <RemoteSelect
        label="Theme"
        placeholder="Any theme"
        clearable
        source={themes}
        chosen={theme}
        onChoose={(row) => {
          setTheme(row && { id: row.id, label: themes.labelOf(row) });
          setDocument(null);
        }}
      />
      {theme !== null && (
        <RemoteSelect
          key={theme.id}
          label="Document"
          description="And the answers that cite it"
          placeholder="Any document"
          clearable
          source={documentSource(theme.id)}
          chosen={document}
          onChoose={(row) => setDocument(row && { id: row.id, label: row.name })}
        />
      )}
      <Pair>
        <TextInput
          type="date"
          label="First day (UTC)"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Last day (UTC)"
          value={to}
          error={isTurned ? "This is before the first day" : null}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Pair>
      <ReasonField reason={reason} onChange={setReason} />
    </DialogForm>
  );
}
