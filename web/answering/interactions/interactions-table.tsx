import { Eye, SquarePen, ThumbsDown, ThumbsUp } from "lucide-react";
import { useMemo } from "react";
import type { Rating } from "#contract/answering/answers.ts";
import type { InteractionRow } from "#contract/answering/interactions.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { Email, EmailLine } from "#web/ui/email.tsx";
import { formatDate, formatTime } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { Selection } from "#web/ui/selection.ts";
import { SelectRow } from "#web/ui/selection-bar.tsx";
import { Badge } from "#web/ui/parts.tsx";
import { TagRow } from "#web/ui/tag-row.tsx";
import { tagGroups } from "#web/knowledge/tags/tag-groups.ts";
import { outcomeOf } from "#web/answering/answers/outcome.ts";
import { roleNames } from "#web/identity/users/role-names.ts";
import classes from "./interactions.module.css";

type Props = {
  rows: InteractionRow[];
  /** Null: rows have no boxes. */
  selection: Selection<InteractionRow> | null;
  sort: string | undefined;
  onSort(sort: string): void;
  onOpen(id: number): void;
  onReview(id: number): void;
  isBusy: boolean;
  answers: string;
};

const idOf = (row: InteractionRow) => row.chat_interactions.id;

export function InteractionsTable({
  rows,
  selection,
  sort,
  onSort,
  onOpen,
  onReview,
  isBusy,
  answers,
}: Props) {
  const { spansCompanies } = useCompany();
  // across all companies each row names its own
  const columns = useMemo(
    (): Column<InteractionRow>[] => [
      {
        label: "Theme",
        sort: "theme",
        width: "15%",
        wraps: true,
        render: ({ chat_interactions: { themeName, themeId, companyName } }) => (
          <>
            {themeName} <span className={classes.id}>#{themeId}</span>
            {spansCompanies && <p className={classes.quiet}>{companyName}</p>}
          </>
        ),
      },
      {
        label: "Agent",
        sort: "agent",
        width: "19%",
        wraps: true,
        render: ({ user }) => (
          <>
            {user.name === user.email ? (
              <p className={classes.agent}>
                <Email address={user.email} />
              </p>
            ) : (
              <>
                <p>{user.name}</p>
                <p className={classes.quiet}>
                  <EmailLine address={user.email} />
                </p>
              </>
            )}
            <p className={classes.quiet}>{roleNames[user.role]}</p>
          </>
        ),
      },
      {
        label: "Date & Time",
        sort: "createdAt",
        phone: "fact",
        render: ({ chat_interactions: { createdAt } }) => (
          <time className={classes.time} dateTime={createdAt}>
            {formatDate(createdAt)} <br />
            {formatTime(createdAt)}
          </time>
        ),
      },
      {
        label: "Tags",
        width: "9%",
        render: ({ chat_interactions: row }) => <Tags row={row} />,
      },
      {
        label: "Query",
        phone: "title",
        width: "34%",
        render: (row) => {
          const { id, userQuery } = row.chat_interactions;
          return (
            <div className={classes.selectable}>
              {selection !== null && <SelectRow selection={selection} row={row} name={`interaction ${id}`} />}
              {/* for the pointer; by keyboard the eye beside it opens the same */}
              <p className={classes.query} title={userQuery} onClick={() => onOpen(id)}>
                {userQuery}
              </p>
            </div>
          );
        },
      },
      { label: "Outcome", sort: "outcome", phone: "fact", render: (row) => <Outcome row={row} /> },
      {
        label: "Rating",
        sort: "rating",
        render: ({ chat_interactions: { rating } }) => <GivenRating rating={rating} />,
      },
      {
        label: "Actions",
        phone: "actions",
        render: ({ chat_interactions: { id } }) => (
          <div className={classes.icons}>
            <IconButton icon={Eye} label={`View details of interaction ${id}`} onClick={() => onOpen(id)} />
            <IconButton icon={SquarePen} label={`Review interaction ${id}`} onClick={() => onReview(id)} />
          </div>
        ),
      },
    ],
    [spansCompanies, selection, onOpen, onReview],
  );
  return (
    <DataTable
      label="Chat interactions"
      columns={columns}
      rows={rows}
      keyOf={idOf}
      sort={sort}
      onSort={onSort}
      isBusy={isBusy}
      answers={answers}
    />
  );
}

/** As many tags as fit in a row; a click reveals the rest. */
const tagsShown = 3;

/** The reviewers', then those that the question was narrowed to. */
function Tags({ row: { reviewTags, selectedTags } }: { row: InteractionRow["chat_interactions"] }) {
  const all = [
    ...reviewTags.map((tag) => ({ tag, tone: "plain" as const })),
    ...tagGroups.flatMap(({ group, tone }) => selectedTags[group].map((tag) => ({ tag, tone }))),
  ];
  return all.length === 0 ? null : (
    <div className={classes.tags}>
      <TagRow tags={all} shown={tagsShown} />
    </div>
  );
}

function Outcome({ row: { chat_interactions: row } }: { row: InteractionRow }) {
  const { tone, text } = outcomeOf(row);
  return (
    <>
      <span className={classes.outcome} data-tone={tone}>
        {text}
      </span>
      {row.reviewed && (
        <p className={classes.reviewed}>
          <Badge>reviewed</Badge>
        </p>
      )}
    </>
  );
}

/** The asker's rating, which only the asker can change; a reviewer's opinion goes into the review. */
function GivenRating({ rating }: { rating: Rating | null }) {
  if (rating === null) return <span className={classes.quiet}>-</span>;
  const Icon = rating === "good" ? ThumbsUp : ThumbsDown;
  return (
    <span className={classes.rating} data-tone={rating === "good" ? "ok" : "bad"}>
      <Icon size={14} aria-hidden /> {rating}
    </span>
  );
}
