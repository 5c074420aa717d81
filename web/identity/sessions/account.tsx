import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession, listSessions, type Session } from "#contract/identity/sessions.ts";
import { callApi } from "#web/kernel/api.ts";
import { useUser } from "#web/kernel/session.tsx";
import { displayName } from "#web/identity/users/person-name.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Email } from "#web/ui/email.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Badge, Page, PageHeader, Problem, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { NotificationPreferences } from "#web/notices/notifications/notification-preferences.tsx";
import { NameSection } from "./name-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import sections from "#web/ui/section.module.css";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./account.module.css";

const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => callApi(listSessions, {}, signal),
});

/** The user's own profile and sessions. */
export default function Account() {
  const user = useUser();
  return (
    <Page width="narrow">
      <PageHeader
        title="Your account"
        subtitle={
          <>
            {displayName(user)}
            {"\u00a0· "}
            <Email address={user.email} />
            {"\u00a0· "}
            {user.role.replaceAll("_", " ")}
          </>
        }
      >
        <ButtonLink to="/change-password">Change password</ButtonLink>
      </PageHeader>
      <SequentialReveal className={classes.sections}>
        <NameSection />
        <SecondFactorSection />
        <NotificationPreferences />
        <Sessions />
      </SequentialReveal>
    </Page>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const refresh = () => queries.invalidateQueries({ queryKey: ["sessions"] });
  const end = useMutation({
    mutationFn: (id: string) => callApi(endSession, { id }),
    onSuccess: refresh,
    onError: (error) => toastError("Error", error.message),
  });
  const endOthers = useMutation({
    mutationFn: () => callApi(endOtherSessions),
    onSuccess: async ({ ended }) => {
      toast(ended === 1 ? "One other session ended" : `${ended} other sessions ended`);
      await refresh();
    },
    onError: (error) => toastError("Error", error.message),
  });
  const others = sessions.data?.filter((session) => !session.current).length ?? 0;
  return (
    <Section
      ref={restoreFocusOnRemoval}
      isSheet
      title="Active sessions"
      action={
        others > 0 && (
          <Button size="xs" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out elsewhere
          </Button>
        )
      }
    >
      {sessions.isError ? (
        <Problem onRetry={() => void sessions.refetch()}>{sessions.error.message}</Problem>
      ) : sessions.data === undefined ? (
        <Spinner />
      ) : (
        <ul className={sections.list}>
          {sessions.data.map((session) => (
            <li key={session.id}>
              <div>
                <p className={classes.browser}>
                  {browserOf(session)} {session.current && <Badge tone="ok">This device</Badge>}
                </p>
                <p className={classes.detail}>
                  {joinFacts([
                    session.address,
                    `last seen ${formatDateTime(session.lastSeenAt)}`,
                    `ends ${formatDateTime(session.expiresAt)}`,
                  ])}
                </p>
              </div>
              {!session.current && (
                <Button
                  size="xs"
                  tone="quiet"
                  aria-label={`End ${browserOf(session)}, last seen ${formatDateTime(session.lastSeenAt)}`}
                  onClick={() => end.mutate(session.id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function browserOf({ browser }: Session): string {
  const name = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(browser)?.[1] ?? "A browser";
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(browser)?.[1];
  const readable = { Edg: "Edge", OPR: "Opera" }[name] ?? name;
  return system === undefined ? readable : `${readable} on ${system}`;
}
