import { useInfiniteQuery } from "@tanstack/react-query";
import type { Webhook, WebhookDelivery } from "#contract/notices/webhooks.ts";
import { Button } from "#web/ui/button.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatCount, formatDateTime } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Badge, Empty, type Tone } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { eventName } from "./event-names.ts";
import { deliveriesQuery, useSendAgain, useTestWebhook } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./webhooks.module.css";

const states: Record<WebhookDelivery["state"], { name: string; tone: Tone }> = {
  waiting: { name: "Waiting", tone: "warn" },
  delivered: { name: "Delivered", tone: "ok" },
  failed: { name: "Failed", tone: "bad" },
};

/** A webhook's deliveries of the last 30 days and its receiver's responses. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const list = useInfiniteQuery(deliveriesQuery(webhook.id));
  const test = useTestWebhook();
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const sendTest = () =>
    test.mutate(webhook.id, {
      onSuccess: () => toast("Test event is on its way"),
      onError: (failure) => toastError("The test event was not sent", reasonOf(failure)),
    });
  return (
    <Modal opened onClose={onClose} size="xl" title={`Deliveries to ${webhook.name}`}>
      <div className={classes.stack}>
        <div className={classes.bar}>
          <p>The last 30 days. A failed delivery is tried up to eight times within about a day.</p>
          <Button disabled={!webhook.isActive || test.isPending} onClick={sendTest}>
            {test.isPending ? "Sending..." : "Send a test event"}
          </Button>
        </div>
        {list.error !== null ? (
          <FetchProblem error={list.error} onRetry={() => void list.refetch()} onClose={onClose} />
        ) : list.data === undefined ? (
          <Waiting shape="rows" />
        ) : rows.length === 0 ? (
          <Empty>Nothing has been sent yet. Send a test event to see how your receiver responds.</Empty>
        ) : (
          <ul className={classes.deliveries} aria-label="Deliveries">
            {rows.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} canSend={webhook.isActive} />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? "Loading..." : "Show older"}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function Delivery({ delivery, canSend }: { delivery: WebhookDelivery; canSend: boolean }) {
  const again = useSendAgain();
  const { name, tone } = states[delivery.state];
  const action = delivery.state === "waiting" ? "Send now" : "Send again";
  const send = () =>
    again.mutate(delivery.id, {
      onSuccess: () => toast("Delivery is on its way"),
      onError: (failure) => toastError("The delivery was not sent", reasonOf(failure)),
    });
  return (
    <li>
      <div className={classes.line}>
        <Badge tone={tone}>{name}</Badge>
        <b>{eventName(delivery.event)}</b>
        <span className={classes.quiet}>{formatDateTime(delivery.createdAt)}</span>
        <Button
          size="compact-xs"
          disabled={!canSend || again.isPending}
          aria-label={`${action}: ${eventName(delivery.event)} of ${formatDateTime(delivery.createdAt)}`}
          onClick={send}
        >
          {action}
        </Button>
      </div>
      <p className={classes.quiet}>{joinFacts(factsOf(delivery))}</p>
      {delivery.failure !== null && <p className={classes.failure}>{delivery.failure}</p>}
      <details>
        <summary>Message and response</summary>
        <h3>Message {delivery.messageId}</h3>
        <pre tabIndex={0} aria-label="Message">
          {indented(delivery.body)}
        </pre>
        {delivery.response !== null && (
          <>
            <h3>Beginning of the response</h3>
            <pre tabIndex={0} aria-label="Response">
              {delivery.response === "" ? "The response was empty." : delivery.response}
            </pre>
          </>
        )}
      </details>
    </li>
  );
}

function factsOf({ attempts, statusCode, lastAttemptAt, nextAttemptAt }: WebhookDelivery): string[] {
  const facts = [formatCount(attempts, "attempt")];
  if (statusCode !== null) facts.push(`status ${statusCode}`);
  if (lastAttemptAt !== null) facts.push(`last ${formatDateTime(lastAttemptAt)}`);
  if (nextAttemptAt !== null) facts.push(`next ${formatDateTime(nextAttemptAt)}`);
  return facts;
}

/** The signed form has no line breaks. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
