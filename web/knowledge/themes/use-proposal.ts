import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { proposalQuery } from "#web/knowledge/documents/queries.ts";
import { nameOfFiles } from "./theme-from-files.tsx";
import type { ThemeDraft } from "./theme-draft.ts";
import type { StepStates } from "./theme-steps.ts";

type Named = Pick<ThemeDraft, "name" | "purpose">;

type Props = {
  theme: Theme | null;
  /** The files that the theme was made of; undefined: it was not. */
  files: File[] | undefined;
  states: Pick<StepStates, "ready" | "reading">;
  draft: ThemeDraft;
  /** Saves what replaces the draft's. */
  onPropose(id: number, named: Partial<Named>): void;
};

/**
 * Once its documents are read, a theme made of files gets a name and a purpose from their titles and chapters: instead of
 * what the files' names gave, and of nothing that somebody typed.
 */
export function useProposal({ theme, files, states, draft, onPropose }: Props): void {
  const isRead = theme !== null && files !== undefined && states.ready > 0 && states.reading === 0;
  const { data } = useQuery({ ...proposalQuery(theme?.id ?? 0, states.ready), enabled: isRead });
  const own = useRef<Named>({ name: files === undefined ? "" : nameOfFiles(files), purpose: "" });
  const propose = useEffectEvent(() => {
    if (theme === null || data === undefined) return;
    const replaced: Partial<Named> = {};
    for (const field of ["name", "purpose"] as const) {
      const proposed = data[field];
      const isOwn = draft[field] === own.current[field] && theme[field] === own.current[field];
      if (proposed !== null && isOwn && proposed !== draft[field]) replaced[field] = proposed;
    }
    own.current = { ...own.current, ...replaced };
    if (Object.keys(replaced).length > 0) onPropose(theme.id, replaced);
  });
  useEffect(() => {
    if (isRead && data !== undefined) propose();
  }, [isRead, data]);
}
