import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import type { RecordStream } from "#contract/evidence/record-stream.ts";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Badge, Empty, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { useRemoveStream, streamQuery, useTestStream } from "./stream-queries.ts";
import { StreamEditor } from "./stream-editor.tsx";
import classes from "./record.module.css";

/** The destination of the growing record, and its delivery status. */
export function Stream() {
  const { companyId, spansCompanies } = useCompany();
  return (
    <Section
      title="Stream to a SIEM"
      about={`${spansCompanies ? "The platform's own log; each company streams its own. " : ""}Each event is sent within a minute, in order and at least once, over HTTPS or syslog.`}
    >
      <CompanyStream key={companyId} companyId={companyId} />
    </Section>
  );
}

function CompanyStream({ companyId }: { companyId: number | undefined }) {
  const { data, error, refetch } = useQuery(streamQuery(companyId));
  const [isEditing, setEditing] = useState(false);
  const mayEdit = useMay("record:stream");
  if (error !== null) return <FetchProblem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  const editor = isEditing && (
    <StreamEditor companyId={companyId} stream={data.stream} onClose={() => setEditing(false)} />
  );
  if (data.stream === null)
    return (
      <>
        <Empty
          action={
            mayEdit && (
              <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEditing(true)}>
                Set up
              </Button>
            )
          }
        >
          The record is not streamed.
        </Empty>
        {editor}
      </>
    );
  return (
    <>
      <StreamState stream={data.stream} />
      {mayEdit && <Actions companyId={companyId} onEdit={() => setEditing(true)} />}
      {editor}
    </>
  );
}

function StreamState({ stream }: { stream: RecordStream }) {
  return (
    <>
      {stream.isActive && stream.lastError !== null && (
        <div className={classes.alarm} role="alert">
          <p>{stream.lastError}</p>
          <p>
            {stream.failingSince !== null && `Since ${formatDateTime(stream.failingSince)}. `}
            Nothing is lost: events wait and are sent in order.
            {stream.retryAt !== null && ` Next attempt ${formatDateTime(stream.retryAt)}.`}
          </p>
        </div>
      )}
      <div className={classes.state}>
        <dl>
          <div>
            <dt>Receiver</dt>
            <dd>
              {stream.address.replace(/\?.*$/s, "?…")} <StatusBadge of={stream} />
            </dd>
          </div>
          <div>
            <dt>Last event sent</dt>
            <dd aria-live="polite">
              {stream.sentAt === null
                ? "None yet"
                : `No. ${stream.position.toLocaleString()}, ${formatDateTime(stream.sentAt)}`}
            </dd>
          </div>
          <div>
            <dt>Still to send</dt>
            <dd aria-live="polite">
              {stream.behind === 0
                ? "Nothing"
                : stream.behind === 1
                  ? "1 event"
                  : `${stream.behind.toLocaleString()} events`}
            </dd>
          </div>
        </dl>
      </div>
    </>
  );
}

function StatusBadge({ of: { isActive, lastError } }: { of: RecordStream }) {
  if (!isActive) return <Badge>Off</Badge>;
  return lastError === null ? <Badge tone="ok">On</Badge> : <Badge tone="warn">Failing</Badge>;
}

function Actions({ companyId, onEdit }: { companyId: number | undefined; onEdit(): void }) {
  const test = useTestStream(companyId);
  const remove = useRemoveStream(companyId);
  const [isRemoving, setRemoving] = useState(false);
  const send = () =>
    test.mutate(undefined, {
      onSuccess: ({ ok, message }) =>
        ok ? toast(message) : toastError("The test event was not accepted", message),
      onError: (failure) => toastError("The test event was not sent", reasonOf(failure)),
    });
  const confirm = async () => {
    try {
      await remove.mutateAsync();
      toast("Stream removed");
    } catch (failure) {
      toastError("The stream was not removed", reasonOf(failure));
    }
  };
  return (
    <div className={classes.actions}>
      <Button leftSection={<Send size={15} aria-hidden />} disabled={test.isPending} onClick={send}>
        {test.isPending ? "Sending..." : "Send a test"}
      </Button>
      <Button leftSection={<Pencil size={15} aria-hidden />} onClick={onEdit}>
        Edit stream
      </Button>
      <Button leftSection={<Trash2 size={15} aria-hidden />} onClick={() => setRemoving(true)}>
        Remove stream
      </Button>
      <Confirm
        opened={isRemoving}
        question="Are you sure you want to remove the stream?"
        action="Remove"
        onClose={() => setRemoving(false)}
        onConfirm={confirm}
      >
        <p>
          Nothing more is sent, and its position is forgotten. To pause it, switch the stream off instead: it
          then continues where it stopped.
        </p>
      </Confirm>
    </div>
  );
}
