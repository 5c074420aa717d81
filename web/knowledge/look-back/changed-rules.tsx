import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mostChangedRules, type ChangedRule } from "#contract/knowledge/look-back.ts";
import { useMay } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { formatCount, formatNumber } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { changesQuery, useNotifyReaders } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./look-back.module.css";

/** Passages people were given that the current version no longer contains, beside its current text. */
export function ChangedRules({ documentId }: { documentId: number }) {
  const { data, error, refetch } = useQuery(changesQuery(documentId));
  const mayTell = useMay("document:edit");
  const tell = useNotifyReaders(documentId);
  const [isAsking, setAsking] = useState(false);
  if (error !== null) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Spinner label="Comparing versions" />;
  if (data.version === null || data.rows.length === 0) return null;
  const untold = data.rows.reduce((sum, { people, told }) => sum + people - told, 0);
  const send = async () => {
    try {
      const { notices } = await tell.mutateAsync(undefined);
      toast("Notifying people", formatCount(notices, "notification"));
      setAsking(false);
    } catch (failure) {
      toastError("Nobody was notified", reasonOf(failure));
    }
  };
  return (
    <Section
      title={`Changed in version ${data.version}`}
      about={
        <>
          Answers quoted these words from earlier versions; version {data.version} no longer has them.
          {data.rows.length === mostChangedRules &&
            ` The ${formatNumber(mostChangedRules)} most recent are shown.`}
        </>
      }
      action={
        mayTell && (
          <Button tone="primary" disabled={untold === 0} onClick={() => setAsking(true)}>
            {untold === 0 ? "Everyone has been told" : "Tell these people"}
          </Button>
        )
      }
    >
      <ol className={classes.changes}>
        {data.rows.map((rule) => (
          <Change key={`${rule.version}/${rule.passage}`} rule={rule} />
        ))}
      </ol>
      <Confirm
        opened={isAsking}
        question="Tell these people what has changed?"
        action="Tell them"
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <p>
          {`${formatCount(untold, "notification goes", "notifications go")} out, each with the old and the new words. People who chose the daily email also get them by email. People who can no longer sign in are not told.`}
        </p>
      </Confirm>
    </Section>
  );
}

function Change({ rule: { version, section, page, before, after, people, told } }: { rule: ChangedRule }) {
  const given = `given to ${formatCount(people, "person", "people")}`;
  return (
    <li>
      <p className={classes.meta}>
        {joinFacts([`Version ${version}`, section, page === null ? "" : `page ${page}`, given])}
        {told > 0 && `, ${formatNumber(told)} told`}
      </p>
      <div className={classes.sides}>
        <div>
          <h3>It said</h3>
          <blockquote>{before}</blockquote>
        </div>
        <div>
          <h3>It says now</h3>
          {after === null ? <p>Nothing similar.</p> : <blockquote>{after}</blockquote>}
        </div>
      </div>
    </li>
  );
}
