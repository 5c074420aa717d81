import type { ReactNode } from "react";
import { Pages } from "./pages.tsx";
import { Problem } from "./parts.tsx";
import { Waiting } from "./waiting.tsx";

type Props<Row> = {
  /** In the plural: 'users'. */
  things: string;
  list: {
    data: { rows: Row[]; total: number } | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch(): unknown;
  };
  page: number;
  pageSize: number;
  /** The page's URL parameter, for screens with two lists. */
  name?: string;
  /** Without a range while all rows fit one page: part of a larger screen. */
  isBrief?: boolean;
  /** Instead of the server's sentence. */
  failure?: string;
  shape?: "rows" | "lines" | "cards";
  /** Shown without rows. */
  empty: ReactNode;
  children(rows: Row[], isBusy: boolean): ReactNode;
};

/** One page of a list: its failure, its outline while it loads, or its rows with links to the other pages. */
export function PagedList<Row>({
  things,
  list,
  page,
  pageSize,
  name,
  isBrief = false,
  failure,
  shape = "rows",
  empty,
  children,
}: Props<Row>) {
  const { data, error, isPlaceholderData: isBusy } = list;
  if (error !== null)
    return <Problem onRetry={() => void list.refetch()}>{failure ?? error.message}</Problem>;
  if (data === undefined) return <Waiting shape={shape} />;
  if (data.total === 0) return empty;
  const isOnePage = data.total <= pageSize && page === 1;
  return (
    <>
      {children(data.rows, isBusy)}
      {!(isBrief && isOnePage) && (
        <Pages
          {...(name === undefined ? {} : { name })}
          label={`Pages of ${things}`}
          page={page}
          pageSize={pageSize}
          total={data.total}
          isBusy={isBusy}
        />
      )}
    </>
  );
}
