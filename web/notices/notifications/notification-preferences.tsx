import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  Delivery,
  setNotificationPreference,
  type NotificationPreference,
} from "#contract/notices/notifications.ts";
import { callApi } from "#web/kernel/api.ts";
import { notificationPreferencesQuery } from "./queries.ts";
import { reasonOf, useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import classes from "#web/ui/section.module.css";

/** Display names of events. */
const eventNames: Partial<Record<NotificationPreference["kind"], string>> = {
  document_failed: "A document could not be read",
  sign_off_needed: "A document waits for sign-off",
  bad_rating: "An answer was rated bad",
  review_assigned: "An answer waits for your review",
  question_answered: "A question you asked can be answered now, or was closed",
  expert_asked: "You are asked as an expert",
  expert_answered: "An expert answered your question",
  approval_needed: "An answer waits for approval",
  approved_suspended: "An approved answer is suspended",
  answer_corrected: "An answer you received was corrected",
  rule_changed: "A rule you were given has changed",
  theme_assigned: "A theme was assigned to you",
  new_lead: "New demo request",
  invitation_accepted: "Someone you invited has joined",
  key_check_failed: "A model key does not work",
  spend_near_limit: "Daily model limit reached",
  model_retiring: "A model in use is being retired (also by email right away)",
  webhook_off: "A webhook was switched off",
  record_stream_waits: "Your SIEM does not receive the record",
};

const deliveryNames: Record<Delivery, string> = {
  bell: "In app",
  digest: "In app and daily email",
  off: "Off",
};

/** How the user is notified: one choice for everything, and the kinds that differ from it. */
export function NotificationPreferences() {
  const { data, error, refetch } = useQuery(notificationPreferencesQuery);
  return (
    <Section isSheet title="Notifications">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : data.rows.length === 0 ? (
        <p>There are no notifications for your role.</p>
      ) : (
        <Choices rows={data.rows} mailIsConfigured={data.mailIsConfigured} />
      )}
    </Section>
  );
}

const nameOf = ({ kind }: NotificationPreference) => eventNames[kind] ?? kind;

/** What most kinds have. */
function commonOf(rows: NotificationPreference[]): Delivery {
  const count = (delivery: Delivery) => rows.filter((row) => row.delivery === delivery).length;
  return Delivery.options.reduce((most, option) => (count(option) > count(most) ? option : most));
}

function Choices({ rows, mailIsConfigured }: { rows: NotificationPreference[]; mailIsConfigured: boolean }) {
  const set = useInvalidatingMutation(
    async (wishes: NotificationPreference[]) => {
      for (const wish of wishes) await callApi(setNotificationPreference, wish);
    },
    [["notification-preferences"]],
  );
  const [added, setAdded] = useState<string[]>([]);
  const wished = new Map(set.isPending ? set.variables.map(({ kind, delivery }) => [kind, delivery]) : []);
  const shown = rows.map((row) => ({ ...row, delivery: wished.get(row.kind) ?? row.delivery }));
  const common = commonOf(shown);
  const isException = (row: NotificationPreference) => row.delivery !== common || added.includes(row.kind);
  const exceptions = shown.filter(isException);
  const others = shown.filter((row) => !isException(row));
  const change = async (wishes: NotificationPreference[]) => {
    try {
      await set.mutateAsync(wishes);
      toast("Saved");
    } catch (failure) {
      toastError("Your choice was not saved", reasonOf(failure));
    }
  };
  const choice = (label: string, delivery: Delivery, onChoose: (delivery: Delivery) => void) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={delivery}
      onChange={(event) => onChoose(Delivery.parse(event.currentTarget.value))}
      data={Delivery.options
        // email is unavailable; an earlier choice stays visible
        .filter((option) => mailIsConfigured || option !== "digest" || delivery === "digest")
        .map((option) => ({ value: option, label: deliveryNames[option] }))}
    />
  );
  return (
    <ul className={classes.list}>
      <li>
        <p>Everything{exceptions.length > 0 && " else"}</p>
        {choice("Everything", common, (delivery) => void change(others.map((row) => ({ ...row, delivery }))))}
      </li>
      {exceptions.map((row) => (
        <li key={row.kind}>
          <p>{nameOf(row)}</p>
          {choice(nameOf(row), row.delivery, (delivery) => void change([{ ...row, delivery }]))}
        </li>
      ))}
      {others.length > 1 && (
        <li>
          <NativeSelect
            size="xs"
            aria-label="Add an exception"
            value=""
            onChange={(event) => setAdded([...added, event.currentTarget.value])}
            data={[
              { value: "", label: "Add an exception …" },
              ...others.map((row) => ({ value: row.kind, label: nameOf(row) })),
            ]}
          />
        </li>
      )}
    </ul>
  );
}
