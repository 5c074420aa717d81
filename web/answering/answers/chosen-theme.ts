import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { remoteOptionsQuery } from "#web/ui/remote-options.ts";
import { askableSource, themeQuery } from "#web/knowledge/themes/theme-queries.ts";

const themeNames = ["theme"];

/**
 * The theme to ask: the one in the URL, else the first. Kept in the URL, so links, back and reload preserve it.
 * Undefined until known, null if there is none; while another one loads, the last one stays.
 */
export function useChosenTheme(companyId: number | undefined) {
  const address = useSearchParams(themeNames);
  const { refine } = address;
  const queries = useQueryClient();
  const first = useQuery(remoteOptionsQuery(askableSource(companyId), ""));
  const id = address.number("theme");
  const listed = first.data?.rows.find((theme) => theme.id === id);
  const isElsewhere = first.data !== undefined && id !== undefined && listed === undefined;
  const named = useQuery({ ...themeQuery(id ?? 0), enabled: isElsewhere });
  const known = listed ?? (isElsewhere && named.data?.isActive === true ? named.data : undefined);
  const [last, setLast] = useState<Theme>();
  // the first in the list may change during reading or typing: keep the default on screen
  const shown = first.data?.rows.find((row) => row.id === last?.id) ?? first.data?.rows[0];
  const theme = known ?? (isElsewhere && named.isLoading ? undefined : shown);
  if (theme !== undefined && theme !== last) setLast(theme);
  const choose = useCallback(
    (chosen: Theme) => {
      queries.setQueryData(themeQuery(chosen.id).queryKey, chosen);
      refine({ theme: chosen.id });
    },
    [queries, refine],
  );
  /** Chooses it if the user can ask it; otherwise keeps the current one and returns false. */
  const follow = async (themeId: number) => {
    const found = await queries.fetchQuery(themeQuery(themeId)).catch(() => null);
    if (found?.isActive !== true) return false;
    choose(found);
    return true;
  };
  const isEmpty = first.data?.total === 0 && theme === undefined && !named.isLoading;
  return {
    theme: first.data === undefined ? undefined : isEmpty ? null : (theme ?? last),
    isError: first.isError,
    retry: () => void first.refetch(),
    choose,
    follow,
  };
}
