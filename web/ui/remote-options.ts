import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

/** As many as anyone reads; a list of thousands would take seconds to open. */
export const mostOptions = 50;

/** Same debounce as the lists' search fields. */
const pauseMs = 250;

/** A server list to choose from, by name. `key` is the prefix of queries invalidated together. */
export type Source<Row> = {
  key: readonly unknown[];
  /** The first `mostOptions` matches of the search, and their total. */
  find(search: string, signal: AbortSignal): Promise<{ rows: Row[]; total: number }>;
  labelOf(row: Row): string;
  /** Shown when the list can't be fetched. */
  failure: string;
};

/** Search results; earlier results of the same list stay during typing. */
export const remoteOptionsQuery = <Row>(source: Source<Row>, search: string) =>
  queryOptions({
    queryKey: [...source.key, "found", search],
    queryFn: ({ signal }) => source.find(search, signal),
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey.slice(0, -1)) === JSON.stringify([...source.key, "found"])
        ? previous
        : undefined,
    // reopening a list shows colleagues' additions
    staleTime: 0,
  });

/** In place of a name that is still loading. */
export const loadingName = "…";

/** The name of an option chosen by id: none while loading, its noun and number if unavailable. */
export function nameOf<Row>(
  noun: string,
  id: number | undefined,
  { data, isPending }: { data: Row | undefined; isPending: boolean },
  labelOf: (row: Row) => string,
): string {
  if (data !== undefined) return labelOf(data);
  return isPending ? loadingName : `${noun} ${id}`;
}

export type RemoteOptions<Row> = {
  rows: Row[];
  /** The number of further matches. */
  more: number;
  /** Without a search; undefined until known. */
  total: number | undefined;
  isLoading: boolean;
  isError: boolean;
  retry(): void;
};

/** A list that fits on one screen is searched locally; a longer one on the server, once typing pauses. */
export function useRemoteOptions<Row>(source: Source<Row>, typed: string): RemoteOptions<Row> {
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const all = useQuery(remoteOptionsQuery(source, ""));
  const isLong = all.data !== undefined && all.data.total > all.data.rows.length;
  const found = useQuery({ ...remoteOptionsQuery(source, settled), enabled: isLong });
  const { data } = isLong ? found : all;
  const sought = isLong ? "" : typed;
  const { labelOf } = source;
  const rows = useMemo(() => {
    const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
    return (data?.rows ?? []).filter((row) => {
      const label = labelOf(row).toLowerCase();
      return words.every((word) => label.includes(word));
    });
  }, [data, sought, labelOf]);
  return {
    rows,
    more: isLong && data !== undefined ? data.total - data.rows.length : 0,
    total: all.data?.total,
    isLoading: data === undefined,
    isError: all.isError || found.isError,
    retry: () => void (isLong ? found : all).refetch(),
  };
}
