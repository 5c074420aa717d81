import { Link } from "@tanstack/react-router";
import type { RecordEvent } from "#contract/evidence/record.ts";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { formatDateTime } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { roleNames } from "#web/identity/users/role-names.ts";
import { changesOf } from "./event-changes.ts";
import { placeOf } from "./event-link.ts";
import { sayEvent } from "./event-words.ts";
import classes from "./record.module.css";

type Props = { rows: RecordEvent[]; isBusy: boolean };

/** Who did what, newest first; each row expands to its changes. */
export function EventList({ rows, isBusy }: Props) {
  return (
    <ol className={classes.events} aria-label="Events" aria-busy={isBusy || undefined}>
      {rows.map((event) => (
        <EventLine key={event.number} event={event} />
      ))}
    </ol>
  );
}

function EventLine({ event }: { event: RecordEvent }) {
  const { companyId } = useCompany();
  const { who, verb, thing } = sayEvent(event);
  // examiners can't open the targets' screens
  const mayFollow = useMay("record:read");
  const place = mayFollow ? placeOf(event) : null;
  const { role } = event.actor;
  return (
    <li className={classes.event}>
      <p className={classes.sentence}>
        <b>{who}</b> {verb}
        {thing !== null && (
          <>
            {" "}
            {place === null ? (
              <b>{thing}</b>
            ) : (
              <Link to={place.to} search={{ ...place.search, companyId }}>
                {thing}
              </Link>
            )}
          </>
        )}{" "}
        {event.result !== "done" && (
          <Badge tone={event.result === "refused" ? "warn" : "bad"}>{event.result}</Badge>
        )}
      </p>
      <p className={classes.meta}>
        {event.address !== "" && <span>from {event.address}</span>}
        {role !== null && <span className={classes.role}>{roleNames[role]}</span>}
        <span className={classes.number}>No. {event.number.toLocaleString()}</span>
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>
      </p>
      <Changes event={event} />
    </li>
  );
}

function Changes({ event }: { event: RecordEvent }) {
  const changes = changesOf(event);
  if (changes.length === 0 && event.clock === null) return null;
  return (
    <details className={classes.details}>
      <summary>
        Details <span className={classes.hidden}>of event {event.number}</span>
      </summary>
      {event.clock !== null && (
        <p className={classes.meta}>The server's clock showed {formatDateTime(event.clock)}.</p>
      )}
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before ?? "–"}</td>
                <td>{after ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
