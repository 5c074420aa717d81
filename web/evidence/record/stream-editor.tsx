import { Checkbox, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { RecordStream } from "#contract/evidence/record-stream.ts";
import { ApiError } from "#web/kernel/api.ts";
import { DialogForm, Pair } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { useSetStream } from "./stream-queries.ts";

type Props = { companyId: number | undefined; stream: RecordStream | null; onClose(): void };

const fresh = { address: "", header: "Authorization", ca: "", isActive: true };

export function StreamEditor({ companyId, stream, onClose }: Props) {
  const [opened] = useState(stream);
  const [values, setValues] = useState<typeof fresh>(
    stream === null
      ? fresh
      : { address: stream.address, header: stream.header, ca: stream.ca, isActive: stream.isActive },
  );
  const [secret, setSecret] = useState("");
  const [fromStart, setFromStart] = useState(false);
  const save = useSetStream();
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const set = (part: Partial<typeof fresh>) => setValues((all) => ({ ...all, ...part }));
  const isSyslog = values.address.startsWith("syslog+tls:");
  const isMoved = stream !== null && values.address !== stream.address;
  const submit = async () => {
    try {
      await save.mutateAsync({
        companyId,
        stream: opened,
        values: {
          ...values,
          ...(secret === "" || isSyslog ? {} : { secret }),
          ...(opened === null ? { fromStart } : {}),
        },
      });
      toast("Stream saved");
      onClose();
    } catch (failure) {
      toastError("The stream was not saved", reasonOf(failure));
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={stream === null ? "Stream the record to a SIEM" : "Edit stream"}
    >
      <DialogForm
        action="Save"
        canSave={values.address !== ""}
        isSaving={save.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <TextInput
          label="Address"
          description="https:// for batches of OCSF as JSON Lines, syslog+tls:// for syslog over TLS"
          placeholder="https://collector.example.com/raw or syslog+tls://siem.example.com:6514"
          required
          data-autofocus
          inputMode="url"
          maxLength={2000}
          value={values.address}
          error={problems.address}
          onChange={(event) => set({ address: event.currentTarget.value.trim() })}
        />
        {!isSyslog && (
          <Pair>
            <TextInput
              label="Header"
              description="Authenticates us; empty for none"
              maxLength={100}
              value={values.header}
              error={problems.header}
              onChange={(event) => set({ header: event.currentTarget.value.trim() })}
            />
            <PasswordInput
              label="Value"
              description={
                stream?.hasSecret === true && !isMoved
                  ? "One is stored; leave empty to keep it"
                  : "For example “Bearer …” or “Splunk …”"
              }
              autoComplete="off"
              maxLength={4000}
              value={secret}
              error={problems.secret}
              visibilityToggleButtonProps={{ "aria-label": "Show what you typed" }}
              onChange={(event) => setSecret(event.currentTarget.value)}
            />
          </Pair>
        )}
        <Textarea
          label="Certificate authority"
          description="PEM, if your own authority issued the receiver's certificate; leave empty for a public one"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={20_000}
          value={values.ca}
          error={problems.ca}
          onChange={(event) => set({ ca: event.currentTarget.value })}
        />
        {stream === null ? (
          <Checkbox
            label="Also send the events already on record"
            description="Otherwise the stream starts with new events"
            checked={fromStart}
            onChange={(event) => setFromStart(event.currentTarget.checked)}
          />
        ) : (
          <Switch
            label="On"
            description="While it is off, events wait; once it is on again, it continues where it stopped"
            checked={values.isActive}
            onChange={(event) => set({ isActive: event.currentTarget.checked })}
          />
        )}
      </DialogForm>
    </Modal>
  );
}
