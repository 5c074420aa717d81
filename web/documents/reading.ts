import { skipToken, useQuery } from "@tanstack/react-query";

/** Where `live.ts` notes how far the server is with a document: 0 to 1, or null when it is not being read. */
export const readingKey = (documentId: number) => ["reading", documentId];

/** How far the server is with reading a document, as far as this page was told; null until then. */
export function useReading(documentId: number): number | null {
  const { data } = useQuery<number | null>({ queryKey: readingKey(documentId), queryFn: skipToken });
  return data ?? null;
}
