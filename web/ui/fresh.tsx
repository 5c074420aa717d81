import { useQuery } from "@tanstack/react-query";
import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";

type Props<Thing, Key extends QueryKey> = {
  query: UseQueryOptions<Thing, Error, Thing, Key>;
  children(thing: Thing): ReactNode;
};

/** A form of a thing as it is on the server now: what was fetched earlier would undo somebody else's change. */
export function Fresh<Thing, Key extends QueryKey>({ query, children }: Props<Thing, Key>) {
  const { data, isFetchedAfterMount } = useQuery({ ...query, staleTime: 0 });
  return isFetchedAfterMount && data !== undefined ? children(data) : null;
}
