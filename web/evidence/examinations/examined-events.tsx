import { useQuery } from "@tanstack/react-query";
import { EventList } from "#web/evidence/record/event-list.tsx";
import { Empty, Problem } from "#web/ui/parts.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { examinedEventsQuery } from "./queries.ts";
import { useTurns } from "./use-turns.tsx";

export function ExaminedEvents({ reason }: { reason: string }) {
  const { before, turns } = useTurns();
  const list = useQuery(examinedEventsQuery(reason, before));
  if (list.error !== null) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined) return <Waiting shape="rows" />;
  if (list.data.rows.length === 0) return <Empty>Nothing is on record for this period.</Empty>;
  return (
    <>
      <EventList rows={list.data.rows} isBusy={list.isPlaceholderData} />
      {turns("Pages of events", list.data.next)}
    </>
  );
}
