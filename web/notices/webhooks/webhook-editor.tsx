import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { webhookEvents, type Webhook } from "#contract/notices/webhooks.ts";
import { ApiError } from "#web/kernel/api.ts";
import { DescribedOptions } from "#web/ui/described-options.tsx";
import { DialogForm } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { NameField } from "#web/ui/name-field.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { eventNames } from "./event-names.ts";
import { NewSecret } from "./new-secret.tsx";
import { useCreateWebhook, useUpdateWebhook } from "./queries.ts";

type Props = { companyId: number | undefined; webhook: Webhook | null; onClose(): void };
type Values = Pick<Webhook, "name" | "url" | "events" | "isActive">;

const usual: Values = { name: "", url: "", events: [...webhookEvents], isActive: true };

/** Adds a webhook and shows its secret once, or changes one. */
export function WebhookEditor({ companyId, webhook, onClose }: Props) {
  const [opened] = useState(webhook);
  const [values, setValues] = useState<Values>(webhook ?? usual);
  const create = useCreateWebhook();
  const update = useUpdateWebhook();
  const { error, isPending } = webhook === null ? create : update;
  const problems = error instanceof ApiError ? error.fields : {};
  const set = (part: Partial<Values>) => setValues((all) => ({ ...all, ...part }));
  const submit = async () => {
    const { name, url, events, isActive } = values;
    try {
      if (opened === null) return void (await create.mutateAsync({ companyId, name, url, events }));
      await update.mutateAsync({ opened, values: { name, url, events, isActive } });
      toast("Webhook saved");
      onClose();
    } catch (failure) {
      toastError("The webhook was not saved", reasonOf(failure));
    }
  };
  if (create.data !== undefined)
    return (
      <Modal opened onClose={onClose} size="lg" title={`${create.data.webhook.name} is ready`}>
        <NewSecret secret={create.data.secret} isRotated={false} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} size="lg" title={webhook === null ? "Add webhook" : "Edit webhook"}>
      <DialogForm
        action={webhook === null ? "Add webhook" : "Save"}
        canSave={values.name.trim() !== "" && values.url.trim() !== "" && values.events.length > 0}
        isSaving={isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <NameField
          description="What receives the events, such as “Help desk”"
          value={values.name}
          error={problems.name}
          onChange={(name) => set({ name })}
        />
        <TextInput
          label="Address"
          description="Each event is POSTed to this https:// address"
          placeholder="https://hooks.example.com/footnote"
          required
          inputMode="url"
          maxLength={2000}
          value={values.url}
          error={problems.url}
          onChange={(event) => set({ url: event.currentTarget.value.trim() })}
        />
        <DescribedOptions
          label="Events"
          options={eventNames}
          chosen={values.events}
          error={problems.events}
          onChange={(events) => set({ events })}
        />
        {webhook !== null && (
          <Switch
            label="On"
            description="While it is off, nothing is sent, and events from that time are not sent later"
            checked={values.isActive}
            onChange={(event) => set({ isActive: event.currentTarget.checked })}
          />
        )}
      </DialogForm>
    </Modal>
  );
}
