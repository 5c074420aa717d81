import { useQuery } from "@tanstack/react-query";
import { History, KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { Webhook } from "#contract/notices/webhooks.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Section } from "#web/ui/section.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Deliveries } from "./deliveries.tsx";
import { eventName } from "./event-names.ts";
import { NewSecret } from "./new-secret.tsx";
import { useDeleteWebhook, useRotateSecret, webhooksQuery } from "./queries.ts";
import { WebhookEditor } from "./webhook-editor.tsx";
import cells from "#web/ui/table-cells.module.css";
import classes from "./webhooks.module.css";

type Open = { what: "add" } | { what: "edit" | "deliveries" | "rotate" | "delete"; webhook: Webhook };

/** A company's webhooks: where its events are sent, and whether they arrive. */
export function Webhooks() {
  const { companyId, spansCompanies } = useCompany();
  const { data, error, refetch } = useQuery(webhooksQuery(companyId));
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(spansCompanies, setOpen), [spansCompanies]);
  const close = () => setOpen(null);
  return (
    <Section
      title="Webhooks"
      about="A webhook tells another program what happens here. Messages are signed and contain names and links, but no text from your documents."
      action={
        <Button
          leftSection={<Plus size={16} aria-hidden />}
          disabled={spansCompanies}
          onClick={() => setOpen({ what: "add" })}
        >
          Add webhook
        </Button>
      }
    >
      {spansCompanies && <p className={classes.quiet}>Choose a company to add a webhook for it.</p>}
      {error !== null ? (
        <FetchProblem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting shape="rows" />
      ) : data.length === 0 ? (
        <Empty>No webhooks yet. Add one to follow documents, corrections and spend in another program.</Empty>
      ) : (
        <DataTable
          label="List of webhooks"
          columns={columns}
          rows={data}
          keyOf={(webhook) => String(webhook.id)}
        />
      )}
      {open?.what === "add" && <WebhookEditor companyId={companyId} webhook={null} onClose={close} />}
      {open?.what === "edit" && (
        <WebhookEditor companyId={companyId} webhook={open.webhook} onClose={close} />
      )}
      {open?.what === "deliveries" && <Deliveries webhook={open.webhook} onClose={close} />}
      {open?.what === "rotate" && <RotateSecret webhook={open.webhook} onClose={close} />}
      {open?.what === "delete" && <DeleteWebhook webhook={open.webhook} onClose={close} />}
    </Section>
  );
}

function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const rotate = useRotateSecret();
  const confirm = async () => {
    try {
      await rotate.mutateAsync(webhook.id);
    } catch (failure) {
      toastError("The secret was not changed", reasonOf(failure));
    }
  };
  if (rotate.data !== undefined)
    return (
      <Modal opened onClose={onClose} size="lg" title={`New secret of ${webhook.name}`}>
        <NewSecret secret={rotate.data.secret} isRotated onClose={onClose} />
      </Modal>
    );
  return (
    <Confirm
      opened
      question={`Make a new signing secret for ${webhook.name}?`}
      action="Make new secret"
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>For 24 hours, messages are signed with both secrets. Then the earlier one stops working.</p>
    </Confirm>
  );
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const remove = useDeleteWebhook();
  const confirm = async () => {
    try {
      await remove.mutateAsync(webhook.id);
      toast("Webhook deleted");
      onClose();
    } catch (failure) {
      toastError("The webhook was not deleted", reasonOf(failure));
    }
  };
  return (
    <Confirm
      opened
      question={`Are you sure you want to delete ${webhook.name}?`}
      action="Delete"
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>Its delivery log is deleted too. Waiting deliveries are not sent.</p>
    </Confirm>
  );
}

function columnsOf(spansCompanies: boolean, onOpen: (open: Open) => void): Column<Webhook>[] {
  return [
    {
      label: "Webhook",
      wraps: true,
      phone: "title",
      render: (webhook) => (
        <>
          <span className={cells.name}>{webhook.name}</span>
          <div className={cells.quiet}>
            {shown(webhook.url)}
            {spansCompanies && `, ${webhook.companyName}`}
          </div>
        </>
      ),
    },
    { label: "Events", wraps: true, render: ({ events }) => events.map(eventName).join(", ") },
    {
      label: "Last delivered",
      render: ({ lastDeliveryAt, waiting }) => (
        <>
          {lastDeliveryAt === null ? "Never" : formatDateTime(lastDeliveryAt)}
          {waiting > 0 && <div className={cells.quiet}>{waiting.toLocaleString()} waiting</div>}
        </>
      ),
    },
    { label: "Status", wraps: true, phone: "fact", render: (webhook) => <Status of={webhook} /> },
    {
      label: "Actions",
      phone: "actions",
      render: (webhook) => (
        <div className={cells.icons}>
          <IconButton
            icon={History}
            label={`Deliveries to ${webhook.name}`}
            onClick={() => onOpen({ what: "deliveries", webhook })}
          />
          <IconButton
            icon={Pencil}
            label={`Edit ${webhook.name}`}
            onClick={() => onOpen({ what: "edit", webhook })}
          />
          <IconButton
            icon={KeyRound}
            label={`New secret for ${webhook.name}`}
            onClick={() => onOpen({ what: "rotate", webhook })}
          />
          <IconButton
            icon={Trash2}
            label={`Delete ${webhook.name}`}
            onClick={() => onOpen({ what: "delete", webhook })}
          />
        </div>
      ),
    },
  ];
}

function Status({ of: { isActive, offReason, failingSince } }: { of: Webhook }) {
  if (!isActive)
    return (
      <>
        <Badge tone={offReason === null ? "plain" : "bad"}>Off</Badge>
        {offReason !== null && <div className={cells.quiet}>{offReason}</div>}
      </>
    );
  if (failingSince === null) return <Badge tone="ok">On</Badge>;
  return (
    <>
      <Badge tone="warn">Failing</Badge>
      <div className={cells.quiet}>Since {formatDateTime(failingSince)}</div>
    </>
  );
}

/** Many services put a token in the path or query, so show only the host. */
function shown(url: string): string {
  return URL.parse(url)?.host ?? url;
}
