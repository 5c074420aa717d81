import { useCallback, useEffect, useState } from "react";
import { SelectedTags } from "#contract/kernel/values.ts";
import { useUser } from "#web/kernel/session.tsx";
import { noTags } from "./chat.ts";
import type { TagGroup } from "#web/knowledge/tags/tag-groups.ts";

/**
 * The tags chosen for the next question, kept per person and theme like the draft question (draft.ts). They belong to
 * their chat: a new one starts without tags.
 * @param chat as named in the URL
 */
export function useChosenTags(themeId: number, chat: string) {
  const user = useUser();
  const name = `draft:${user.id}:${themeId}:tags`;
  const [shown, setShown] = useState(() => ({ name, tags: read(name, chat) }));
  if (shown.name !== name) setShown({ name, tags: read(name, chat) });
  useEffect(() => {
    if (Object.values(shown.tags).every((group) => group.length === 0)) sessionStorage.removeItem(shown.name);
    else sessionStorage.setItem(shown.name, JSON.stringify({ chat, tags: shown.tags }));
  }, [shown, chat]);
  return {
    tags: shown.tags,
    toggle: useCallback(
      (group: TagGroup, tag: string) =>
        setShown(({ name, tags }) => {
          const others = tags[group].filter((item) => item !== tag);
          const isChosen = others.length < tags[group].length;
          return { name, tags: { ...tags, [group]: isChosen ? others : [...others, tag] } };
        }),
      [],
    ),
    clear: useCallback(() => setShown(({ name }) => ({ name, tags: noTags })), []),
  };
}

function read(name: string, chat: string): SelectedTags {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "{}") as { chat?: unknown; tags?: unknown };
    const tags = SelectedTags.safeParse(kept.tags);
    return tags.success && kept.chat === chat ? tags.data : noTags;
  } catch {
    return noTags;
  }
}
