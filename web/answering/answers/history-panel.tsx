import { Drawer } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { useState } from "react";
import type { HistoryEntry } from "#contract/answering/answers.ts";
import type { ChatLine } from "#contract/answering/chats.ts";
import { Button } from "#web/ui/button.tsx";
import { formatNearDay, formatTime } from "#web/ui/format.ts";
import { useLayer } from "#web/ui/layers.ts";
import { Badge, Problem } from "#web/ui/parts.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { historyQuery, keptChatsQuery } from "./chat-queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import classes from "./history-panel.module.css";

/** Opens a chat, or the chat of a question at that question. */
type Resume = (place: { chat: number } | { interaction: number }) => void;

/** The user's own chats and questions, searchable; opening a question restores its whole chat, at that question. */
export default function HistoryPanel({
  opened,
  onClose,
  onResume,
}: {
  opened: boolean;
  onClose(): void;
  onResume: Resume;
}) {
  const isCovered = useLayer(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      inert={isCovered}
      title="Your earlier questions"
      position="right"
      size={440}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {opened && <Entries onResume={onResume} />}
    </Drawer>
  );
}

/** Newest first, in server order: by day in the reader's time zone. */
function daysOf(entries: HistoryEntry[]): [day: string, entries: HistoryEntry[]][] {
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = formatNearDay(entry.createdAt);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

function Entry({ entry, onOpen }: { entry: HistoryEntry; onOpen(): void }) {
  return (
    <li>
      <button type="button" className={classes.entry} onClick={onOpen}>
        <span className={classes.question}>{entry.userQuery}</span>
        <span className={classes.meta}>
          <time dateTime={entry.createdAt}>{formatTime(entry.createdAt)}</time>
          <span className={classes.theme}>{entry.themeName}</span>
          {entry.outcome === "abstained" && <Badge tone="warn">declined</Badge>}
          {entry.correction !== null && <Badge tone="bad">corrected</Badge>}
          {entry.outcome === "failed" && <Badge tone="bad">failed</Badge>}
        </span>
      </button>
    </li>
  );
}

/** A chat with a name or a pin. */
function Kept({ chat, onOpen }: { chat: ChatLine; onOpen(): void }) {
  return (
    <li>
      <button type="button" className={classes.entry} onClick={onOpen}>
        <span className={classes.question}>{chat.name || chat.question}</span>
        <span className={classes.meta}>
          {chat.isPinned && <Pin size={12} role="img" aria-label="Pinned" />}
          <span className={classes.theme}>{joinFacts([chat.themeName, chat.name && chat.question])}</span>
        </span>
      </button>
    </li>
  );
}

function Entries({ onResume }: { onResume: Resume }) {
  const [search, setSearch] = useState("");
  const { data: kept = [] } = useQuery(keptChatsQuery(search));
  const history = useInfiniteQuery(historyQuery(search));
  const entries = history.data?.pages.flat();
  return (
    <>
      <SearchInput
        label="Search your questions and answers"
        placeholder="Search questions and answers"
        className={classes.search}
        value={search}
        onSearch={setSearch}
      />
      {kept.length > 0 && (
        <section aria-label="Named and pinned">
          <h3 className={classes.day}>Named and pinned</h3>
          <ul className={classes.list}>
            {kept.map((chat) => (
              <Kept key={chat.id} chat={chat} onOpen={() => onResume({ chat: chat.id })} />
            ))}
          </ul>
        </section>
      )}
      {history.error ? (
        <Problem onRetry={() => void history.refetch()}>{history.error.message}</Problem>
      ) : entries === undefined ? (
        <Waiting shape="lines" />
      ) : entries.length === 0 ? (
        <p className={classes.none}>{search === "" ? "You haven't asked anything yet." : "Nothing found."}</p>
      ) : (
        daysOf(entries).map(([day, asked]) => (
          <section key={day} aria-label={day}>
            <h3 className={classes.day}>{day}</h3>
            <ul className={classes.list}>
              {asked.map((entry) => (
                <Entry
                  key={entry.interactionId}
                  entry={entry}
                  onOpen={() => onResume({ interaction: entry.interactionId })}
                />
              ))}
            </ul>
          </section>
        ))
      )}
      {history.hasNextPage && (
        <div className={classes.older}>
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show older questions
          </Button>
        </div>
      )}
    </>
  );
}
