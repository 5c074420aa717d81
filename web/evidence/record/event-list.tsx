import { Link } from "@tanstack/react-router";
import type { RecordEvent } from "#contract/evidence/record.ts";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { formatDateTime, formatNearDay, formatTime } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { roleNames } from "#web/identity/users/role-names.ts";
import { changesOf } from "./event-changes.ts";
import { groupsOf, stepsOf, type EventGroup } from "./event-groups.ts";
import { linkOf } from "./event-link.ts";
import { sayEvent, withoutThing } from "./event-words.ts";
import classes from "./record.module.css";

type Props = { rows: RecordEvent[]; isBusy: boolean };

/** Who did what, newest first, a question with all that followed in one line; each expands to its facts and changes. */
export function EventList({ rows, isBusy }: Props) {
  const groups = groupsOf(rows);
  const dayOf = (group: EventGroup | undefined) =>
    group?.events.at(-1) === undefined ? "" : formatNearDay(group.events.at(-1)?.at ?? "");
  return (
    <ol className={classes.events} aria-label="Events" aria-busy={isBusy || undefined}>
      {groups.map((group, index) => (
        <GroupLine
          key={group.lead.number}
          group={group}
          day={dayOf(group) === dayOf(groups[index - 1]) ? null : dayOf(group)}
        />
      ))}
    </ol>
  );
}

/** `day`: of the first line of a day. */
function GroupLine({ group, day }: { group: EventGroup; day: string | null }) {
  const { companyId } = useCompany();
  const { lead, events } = group;
  const { who, verb, thing } = sayEvent(lead);
  // examiners can't open the targets' screens
  const mayFollow = useMay("record:read");
  const place = mayFollow ? linkOf(lead) : null;
  const latest = events.at(-1) ?? lead;
  const steps = stepsOf(group);
  return (
    <li className={classes.event} data-day={day ?? undefined}>
      {day !== null && <p className={classes.day}>{day}</p>}
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
        )}
        {steps.length > 0 && <span className={classes.steps}>{`, ${steps.join(", ")}`}</span>}{" "}
        {lead.result !== "done" && (
          <Badge tone={lead.result === "refused" ? "warn" : "bad"}>{lead.result}</Badge>
        )}
      </p>
      <time className={classes.meta} dateTime={latest.at} title={formatDateTime(latest.at)}>
        {formatTime(latest.at)}
      </time>
      <details className={classes.details}>
        <summary>
          {events.length === 1 ? "Details" : `${events.length} events`}{" "}
          <span className={classes.hidden}>of event {lead.number}</span>
        </summary>
        {events.map((event) => (
          <Facts key={event.number} event={event} isAlone={events.length === 1} />
        ))}
      </details>
    </li>
  );
}

function Facts({ event, isAlone }: { event: RecordEvent; isAlone: boolean }) {
  const changes = changesOf(event);
  const { role } = event.actor;
  const { who, verb } = sayEvent(event);
  return (
    <div className={classes.facts}>
      <p className={classes.meta}>
        <span>No. {event.number.toLocaleString()}</span>
        {!isAlone && <span>{`${who} ${withoutThing(verb)}`}</span>}
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>
        {role !== null && <span>{roleNames[role]}</span>}
        {event.address !== "" && <span>from {event.address}</span>}
      </p>
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
    </div>
  );
}
