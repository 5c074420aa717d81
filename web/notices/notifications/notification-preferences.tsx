import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Delivery, setNotificationPreference } from "#contract/notices/notifications.ts";
import type { NotificationPreference } from "#contract/notices/notifications.ts";
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
  question_answered: "A question you asked can be answered now",
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

/** The user's delivery preferences for each kind of event. */
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
        <ul className={classes.list}>
          {data.rows.map((row) => (
            <li key={row.kind}>
              <p>{eventNames[row.kind] ?? row.kind}</p>
              <Choice preference={row} mailIsConfigured={data.mailIsConfigured} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type Props = { preference: NotificationPreference; mailIsConfigured: boolean };

function Choice({ preference, mailIsConfigured }: Props) {
  const set = useInvalidatingMutation(
    (wish: NotificationPreference) => callApi(setNotificationPreference, wish),
    [["notification-preferences"]],
  );
  const change = async (delivery: Delivery | undefined) => {
    if (delivery === undefined) return;
    try {
      await set.mutateAsync({ kind: preference.kind, delivery });
      toast("Saved");
    } catch (failure) {
      toastError("Your choice was not saved", reasonOf(failure));
    }
  };
  const chosen = set.isPending ? set.variables.delivery : preference.delivery;
  return (
    <NativeSelect
      size="xs"
      aria-label={eventNames[preference.kind] ?? preference.kind}
      value={chosen}
      onChange={(event) => void change(Delivery.safeParse(event.currentTarget.value).data)}
      data={Delivery.options
        // email is unavailable; an earlier choice stays visible
        .filter((delivery) => mailIsConfigured || delivery !== "digest" || chosen === "digest")
        .map((delivery) => ({ value: delivery, label: deliveryNames[delivery] }))}
    />
  );
}
