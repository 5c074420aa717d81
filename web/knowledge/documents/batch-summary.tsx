import type { Document } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { waitsForSignOff } from "./document-versions.tsx";
import classes from "./batch-summary.module.css";
import { formatCount } from "#web/ui/format.ts";

type Props = {
  theme: Theme;
  /** Documents added since the panel opened. */
  documents: Document[];
  /** Files on their way. */
  sending: number;
  /** Files that didn't become a document, or not yet. */
  refused: number;
  onAgents(): void;
  onAsk: (() => void) | null;
};

/** The outcome of the latest upload, and the theme's next actions; the foot of the dialog has the primary one. */
export function BatchSummary({ theme, documents, sending, refused, onAgents, onAsk }: Props) {
  const { companyId } = useCompany();
  const reading = documents.filter(isBeingRead).length;
  const ready = documents.filter(
    (document) => document.status === "ready" && !waitsForSignOff(document, theme),
  ).length;
  const needYou = documents.length - reading - ready + refused;
  const isEmpty = documents.length + sending === 0;
  const counts = [
    sending > 0 ? `${sending} being sent` : "",
    reading > 0 ? `${reading} being read` : "",
    ready > 0 ? `${ready} ready` : "",
    needYou > 0 ? `${formatCount(needYou, "needs", "need")} you` : "",
  ].filter(Boolean);
  return (
    <div className={classes.summary} hidden={isEmpty}>
      <p role="status">{isEmpty ? "" : counts.join(", ")}</p>
      {!isEmpty && (
        <div className={classes.next} data-waits={ready === 0 || undefined}>
          {onAsk !== null && (
            <Button size="xs" onClick={onAsk}>
              Ask it a question
            </Button>
          )}
          {onAsk === null && theme.isActive && !theme.isClosed && (
            <ButtonLink size="xs" to="/agent-workbench" search={{ theme: theme.id, companyId }}>
              Ask it a question
            </ButtonLink>
          )}
          <Button size="xs" onClick={onAgents}>
            Give it to agents
          </Button>
        </div>
      )}
    </div>
  );
}

function isBeingRead({ status, waitsForOcr }: Document): boolean {
  return status === "processing" || waitsForOcr;
}
