import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

/** As many as anybody reads; a list of thousands would take seconds to open. */
export const mostOptions = 50;

/** As long as the search fields of the lists wait. */
const pauseMs = 250;

/** A list of the server to choose from, by name. `key` begins what is stale together with it. */
export type Source<Row> = {
  key: readonly unknown[];
  /** The first `mostOptions` that hold the words of the search, and how many there are in all. */
  find(search: string, signal: AbortSignal): Promise<{ rows: Row[]; total: number }>;
  labelOf(row: Row): string;
  /** What is said when the list cannot be fetched. */
  failure: string;
};

/** What a search finds; what was found before in the same list stays while one types on. */
export const remoteOptionsQuery = <Row>(source: Source<Row>, search: string) =>
  queryOptions({
    queryKey: [...source.key, "found", search],
    queryFn: ({ signal }) => source.find(search, signal),
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey.slice(0, -1)) === JSON.stringify([...source.key, "found"])
        ? previous
        : undefined,
    // opened again, a list offers what colleagues added meanwhile
    staleTime: 0,
  });

/** What is chosen by its id is called: no name while it is on its way, its noun and number where it cannot be had. */
export function nameOf<Row>(
  noun: string,
  id: number | undefined,
  { data, isPending }: { data: Row | undefined; isPending: boolean },
  labelOf: (row: Row) => string,
): string {
  if (data !== undefined) return labelOf(data);
  return isPending ? "…" : `${noun} ${id}`;
}

export type RemoteOptions<Row> = {
  rows: Row[];
  /** How many more there are than these. */
  more: number;
  /** Without any search; undefined until it is known. */
  total: number | undefined;
  isLoading: boolean;
  isError: boolean;
  retry(): void;
};

/** A list that fits on one screen is searched where it is; a longer one on the server, when the typing pauses. */
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
