import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { FetchProblem } from "./fetch-problem.tsx";
import { Modal } from "./modal.tsx";

type Props<Thing, Key extends QueryKey> = {
  query: UseQueryOptions<Thing, Error, Thing, Key>;
  /** Title of the dialog shown when the fetch fails. */
  title: string;
  onClose(): void;
  children(thing: Thing): ReactNode;
};

/** An edit form for the item's current state on the server: a cached one would undo someone else's change. */
export function RefetchedForm<Thing, Key extends QueryKey>({
  query,
  title,
  onClose,
  children,
}: Props<Thing, Key>) {
  const [since] = useState(Date.now);
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...query, staleTime: 0 });
  if (data !== undefined && dataUpdatedAt > since) return children(data);
  if (error === null) return null;
  return (
    <Modal opened title={title} onClose={onClose}>
      <FetchProblem error={error} onRetry={() => void refetch()} onClose={onClose} />
    </Modal>
  );
}
