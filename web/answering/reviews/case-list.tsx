import { memo, useEffect, useRef, useState } from "react";
import { getCitationPicture } from "#contract/answering/answers.ts";
import type { ReviewCase } from "#contract/answering/reviews.ts";
import { locate } from "#web/kernel/api.ts";
import { useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { formatDate } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { reasonNames, statusNames, verdictName } from "./review-names.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./reviews.module.css";

type Props = {
  rows: ReviewCase[];
  opened: number | undefined;
  onOpen(id: number): void;
  isBusy: boolean;
};

/** The cases beside the open one, which stays scrolled into view. */
export function CaseList({ rows, opened, onOpen, isBusy }: Props) {
  const user = useUser();
  const { spansCompanies } = useCompany();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [opened]);
  return (
    <ol ref={list} className={classes.list} aria-label="Answers to review" aria-busy={isBusy}>
      {rows.map((row) => (
        <Case
          key={row.id}
          row={row}
          isOpened={row.id === opened}
          userId={user.id}
          namesCompany={spansCompanies}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );
}

type CaseProps = {
  row: ReviewCase;
  isOpened: boolean;
  userId: number;
  namesCompany: boolean;
  onOpen(id: number): void;
};

const Case = memo(function Case({ row, isOpened, userId, namesCompany, onOpen }: CaseProps) {
  return (
    <li>
      <button
        id={`case-${row.id}`}
        type="button"
        className={classes.entry}
        aria-current={isOpened ? "true" : undefined}
        onClick={() => onOpen(row.id)}
      >
        <span className={classes.question}>{row.question}</span>
        <span className={classes.meta}>
          {joinFacts([row.themeName, formatDate(row.askedAt), namesCompany ? row.companyName : ""])}
        </span>
        {row.citesPage && <RowPeek interactionId={row.id} />}
        <span className={classes.badges}>
          {row.status !== "open" && row.status !== "done" && (
            <Badge tone="warn">{statusNames[row.status]}</Badge>
          )}
          {row.status === "done" && row.verdict !== null && (
            <Badge tone={row.verdict === "correct" ? "ok" : "bad"}>
              {verdictName(row.verdict, row.outcome)}
            </Badge>
          )}
          {row.reasons.map((reason) => (
            <Badge key={reason}>{reasonNames[reason]}</Badge>
          ))}
          {row.assignee !== null && (
            <span className={classes.assignee}>
              {row.assignee.id === userId ? "yours" : row.assignee.name}
            </span>
          )}
        </span>
      </button>
    </li>
  );
});

/** The cited words on their page, fetched when the row scrolls into view; the answer itself is beside the list. */
function RowPeek({ interactionId }: { interactionId: number }) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <img
      className={classes.peek}
      src={locate(getCitationPicture, { interactionId }).url}
      alt=""
      width={720}
      height={288}
      loading="lazy"
      decoding="async"
      onError={() => setGone(true)}
    />
  );
}
