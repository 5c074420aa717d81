import { skipToken, useQuery } from "@tanstack/react-query";

/** Where `events.ts` stores a document's pages read so far; null when it isn't being read. */
export const readingKey = (documentId: number) => ["reading", documentId];

export type PagesRead = { read: number; all: number };

/** The server's progress reading a document, as last reported; null until then. */
export function useReading(documentId: number): PagesRead | null {
  const { data } = useQuery<PagesRead | null>({ queryKey: readingKey(documentId), queryFn: skipToken });
  return data ?? null;
}
