import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HistoryEntry } from "#contract/answering/answers.ts";
import type { Opening as OpeningFacts } from "#contract/knowledge/documents.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { firstQuestionsQuery } from "#web/knowledge/documents/queries.ts";
import { formatCount, formatDay } from "#web/ui/format.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { openingQuery, recentQuery } from "./chat-queries.ts";
import { longestHeadline } from "./headline.ts";
import { beginningOf, type SourcePlace } from "#web/knowledge/sources/source-place.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { SuggestedQuestions } from "./suggested-questions.tsx";
import classes from "./opening.module.css";

type Props = {
  theme: Theme;
  onAsk(question: string): void;
  /** Opens the chat of a question. */
  onResume(interactionId: number): void;
};

/** Whether everything an opening shows has arrived: its parts would push each other. */
export function useHasOpening(themeId: number): boolean {
  const facts = useQuery(openingQuery(themeId));
  const recent = useQuery(recentQuery(themeId));
  const questions = useQuery(firstQuestionsQuery(themeId));
  return !facts.isPending && !recent.isPending && !questions.isPending;
}

/** An empty conversation: the theme's purpose, questions its documents answer, and the user's latest chats. */
export function Opening({ theme, onAsk, onResume }: Props) {
  const { data: facts } = useQuery(openingQuery(theme.id));
  const { data: recent } = useQuery(recentQuery(theme.id));
  return (
    <div className={classes.opening}>
      {theme.purpose && (
        <ShowMore>
          <p className={classes.purpose} data-long={theme.purpose.length > longestHeadline || undefined}>
            {theme.purpose}
          </p>
        </ShowMore>
      )}
      <p>Select tags from the list on the right and/or simply ask your question to get started</p>
      <div className={classes.ways}>
        <SuggestedQuestions themeId={theme.id} onAsk={onAsk} />
        <LastChats entries={recent ?? []} onResume={onResume} />
        {facts !== undefined && facts.documents > 0 && <Documents facts={facts} />}
      </div>
    </div>
  );
}

const mostChats = 2;

function LastChats({ entries, onResume }: { entries: HistoryEntry[]; onResume: Props["onResume"] }) {
  // newest first: the first entry of each session is its latest question
  const latest = [...new Map(entries.toReversed().map((entry) => [entry.sessionId, entry])).values()]
    .toSorted((a, b) => b.interactionId - a.interactionId)
    .slice(0, mostChats);
  if (latest.length === 0) return null;
  return (
    <section aria-labelledby="opening-chats">
      <h2 id="opening-chats">Continue</h2>
      <ul>
        {latest.map((entry) => (
          <li key={entry.sessionId}>
            <button type="button" className={classes.way} onClick={() => onResume(entry.interactionId)}>
              <span>{entry.userQuery}</span>
              <span className={classes.when}>{formatDay(entry.createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Documents({ facts: { documents, updatedOn, names } }: { facts: OpeningFacts }) {
  const [place, setPlace] = useState<SourcePlace | null>(null);
  return (
    <>
      <details className={classes.documents}>
        <summary>
          {formatCount(documents, "document")}
          {updatedOn !== null && `, updated ${formatDay(`${updatedOn}T12:00:00`)}`}
        </summary>
        <ul>
          {names.map((document) => (
            <li key={document.id}>
              <button type="button" onClick={() => setPlace(beginningOf(document, document.version))}>
                {document.name}
              </button>
            </li>
          ))}
          {documents > names.length && <li>and {documents - names.length} more</li>}
        </ul>
      </details>
      <SourceView citation={place} onClose={() => setPlace(null)} />
    </>
  );
}
