import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { LiveEvent, streamEvents } from "#contract/notices/notifications.ts";
import { sessionToken } from "./session-store.ts";
import { readingKey } from "./reading.ts";

/** Listens to the server and refetches the queries that an event names. The stream uses the read-only cookie. */
export function useLiveEvents(enabled: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!enabled || sessionToken() === null) return;
    const source = new EventSource(streamEvents.path);
    source.onmessage = (message: MessageEvent<string>) => {
      const event = LiveEvent.safeParse(JSON.parse(message.data));
      if (!event.success) return;
      if (event.data.type === "document") {
        const { themeId, documentId, status, progress } = event.data;
        const reading = readingKey(documentId);
        // only its progress has changed
        if (progress !== null) return void queries.setQueryData(reading, progress);
        const last = queries.getQueryData(reading);
        // stays until the list has the outcome: without it an older status would reappear
        const forget = () => queries.setQueryData(reading, (now) => (now === last ? null : now));
        void queries.invalidateQueries({ queryKey: ["documents", themeId] }).then(forget);
        if (status !== "processing") void queries.invalidateQueries({ queryKey: ["themes"] });
      }
      if (event.data.type !== "document") void queries.invalidateQueries({ queryKey: ["notifications"] });
    };
    return () => source.close();
  }, [enabled, queries]);
}
