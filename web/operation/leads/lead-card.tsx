import { memo } from "react";
import type { Lead } from "#contract/operation/leads.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDate } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { leadFacts, leadName, statusNames, timeframeBadges } from "./lead-names.ts";
import { LeadStatus } from "./lead-status.tsx";
import classes from "./leads.module.css";

type Props = { lead: Lead; onOpen(lead: Lead): void };

/** Re-renders when the lead changes, not when the URL does: its status picker is the most expensive part of the screen. */
export const LeadCard = memo(function LeadCard({ lead, onOpen }: Props) {
  const name = leadName(lead);
  return (
    <article className={classes.card} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <LeadBadges lead={lead} />
        <time dateTime={lead.createdAt}>{formatDate(lead.createdAt)}</time>
      </header>
      <LeadContact lead={lead} />
      <p className={classes.asks}>{lead.useCase}</p>
      <dl className={classes.facts}>
        {leadFacts(lead).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lead.notes !== "" && (
        <p className={classes.notes}>
          <b>Notes</b> {lead.notes}
        </p>
      )}
      <footer>
        <LeadStatus lead={lead} />
        <Button size="xs" aria-label={`View details of ${name}`} onClick={() => onOpen(lead)}>
          View Details
        </Button>
      </footer>
    </article>
  );
});

const tones = { new: "plain", contacted: "plain", qualified: "ok", closed: "plain" } as const;

export function LeadBadges({ lead }: { lead: Lead }) {
  return (
    <span className={classes.badges}>
      <Badge tone={tones[lead.status]}>{statusNames[lead.status]}</Badge>
      {lead.timeframe !== null && <Badge>{timeframeBadges[lead.timeframe]}</Badge>}
      {lead.sentBy === "api" && <Badge>Sent by API</Badge>}
      {lead.suspectedAutomation !== null && <Badge tone="warn">Possibly automated</Badge>}
    </span>
  );
}

export function LeadContact({ lead }: { lead: Lead }) {
  return (
    <p className={classes.contact}>
      <a href={`mailto:${lead.email}`}>{lead.email}</a>
      {lead.phone !== "" && <a href={`tel:${lead.phone.replace(/[^+\d]/g, "")}`}>{lead.phone}</a>}
    </p>
  );
}
