import { Drawer } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HistoryEntry } from "#contract/answering/answers.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { formatNearDay, formatTime } from "#web/ui/format.ts";
import { useLayer } from "#web/ui/layers.ts";
import { Badge, Problem } from "#web/ui/parts.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { historyQuery } from "./chat-queries.ts";
import { loadChat } from "./load-chat.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import classes from "./history-panel.module.css";

/** The user's own questions, searchable; opening one restores its whole chat, at that question. */
export default function HistoryPanel({
  opened,
  onClose,
  onResume,
}: {
  opened: boolean;
  onClose(): void;
  onResume(entries: HistoryEntry[], interactionId: number): void;
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
          {entry.outcome === "abstained" && <Badge tone="warn">not in the documents</Badge>}
          {entry.correction !== null && <Badge tone="bad">corrected</Badge>}
          {entry.outcome === "failed" && <Badge tone="bad">failed</Badge>}
        </span>
      </button>
    </li>
  );
}

function Entries({ onResume }: { onResume(entries: HistoryEntry[], interactionId: number): void }) {
  const [search, setSearch] = useState("");
  const history = useInfiniteQuery(historyQuery(search));
  const entries = history.data?.pages.flat();
  const open = async (entry: HistoryEntry) => {
    try {
      onResume(await loadChat(entry), entry.interactionId);
    } catch (failure) {
      toastError("The chat could not be opened", reasonOf(failure));
    }
  };
  return (
    <>
      <SearchInput
        label="Search your questions and answers"
        placeholder="Search questions and answers"
        className={classes.search}
        value={search}
        onSearch={setSearch}
      />
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
                <Entry key={entry.interactionId} entry={entry} onOpen={() => void open(entry)} />
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
