import { skipToken, useQuery } from "@tanstack/react-query";

/** Where `events.ts` notes how many pages of a document are read; null when it is not being read. */
export const readingKey = (documentId: number) => ["reading", documentId];

export type PagesRead = { read: number; all: number };

/** How far the server is with reading a document, as far as this page was told; null until then. */
export function useReading(documentId: number): PagesRead | null {
  const { data } = useQuery<PagesRead | null>({ queryKey: readingKey(documentId), queryFn: skipToken });
  return data ?? null;
}
