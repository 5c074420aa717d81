import { useCallback, useEffect, useState } from "react";
import { noTags, SelectedTags } from "#contract/kernel/values.ts";
import { useUser } from "#web/kernel/session.tsx";
import type { TagGroup } from "#web/knowledge/tags/tag-groups.ts";

/** The tags of a chat's last question, which the next one begins with. */
type Last = { themeId: number; tags: SelectedTags } | null;

/**
 * The tags chosen for the next question. They belong to their chat: a new one starts without tags, and an earlier one with
 * those chosen in it here or, elsewhere, with those of its last question.
 * @param first the chat in the URL, by its number; 0: a new one
 */
export function useChosenTags(themeId: number, first: number) {
  const user = useUser();
  const name = `draft:${user.id}:${themeId}:tags`;
  const [shown, setShown] = useState(() => ({
    name,
    chat: first,
    last: null as Last,
    tags: read(name, first) ?? noTags,
    isChosen: false,
  }));
  if (shown.name !== name) {
    const { chat, last } = shown;
    const own = last?.themeId === themeId ? last.tags : noTags;
    setShown({ name, chat, last, tags: read(name, chat) ?? own, isChosen: false });
  }
  useEffect(() => {
    const { chat, tags, isChosen } = shown;
    // what nobody has chosen here must not hide what was chosen elsewhere
    if (!isChosen) return;
    if (chat === 0 && Object.values(tags).every((group) => group.length === 0))
      sessionStorage.removeItem(shown.name);
    else sessionStorage.setItem(shown.name, JSON.stringify({ chat, tags }));
  }, [shown]);
  return {
    tags: shown.tags,
    toggle: useCallback(
      (group: TagGroup, tag: string) =>
        setShown(({ tags, ...rest }) => {
          const others = tags[group].filter((item) => item !== tag);
          const wasChosen = others.length < tags[group].length;
          return {
            ...rest,
            tags: { ...tags, [group]: wasChosen ? others : [...others, tag] },
            isChosen: true,
          };
        }),
      [],
    ),
    /** They now belong to this chat: it got its number with its first question. */
    keepFor: useCallback((chat: number) => setShown((now) => ({ ...now, chat })), []),
    /** Those of a chat being opened. */
    openOf: useCallback(
      (chat: number, last: NonNullable<Last>) =>
        setShown(({ name }) => ({
          name,
          chat,
          last,
          tags: read(name, chat) ?? (name.includes(`:${last.themeId}:`) ? last.tags : noTags),
          isChosen: false,
        })),
      [],
    ),
    clear: useCallback(
      () => setShown(({ name }) => ({ name, chat: 0, last: null, tags: noTags, isChosen: true })),
      [],
    ),
  };
}

/** Those kept for this chat; null: none are. */
function read(name: string, chat: number): SelectedTags | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "{}") as { chat?: unknown; tags?: unknown };
    const tags = SelectedTags.safeParse(kept.tags);
    return tags.success && kept.chat === chat ? tags.data : null;
  } catch {
    return null;
  }
}
