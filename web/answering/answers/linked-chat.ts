import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Chat as Opened } from "#contract/answering/chats.ts";
import { ApiError } from "#web/kernel/api.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import type { Chat } from "./chat.ts";
import { chatQuery } from "./chat-queries.ts";
import { namedSource } from "./opened-source.ts";

const names = ["chat", "interaction", "source"];

/** An answer that is still being written elsewhere is looked for this often. */
const pollMs = 2_000;

type Linked = {
  /** What the address names is being fetched. */
  isLoading: boolean;
  /** Why it could not be opened; `canRetry`: trying again may help. */
  problem: { sentence: string; canRetry: boolean } | null;
  /** Of a chat just opened: the question that was asked for; null: its last one. */
  meant: { interactionId: number } | null;
  retry(): void;
  /** Adds a history entry: back returns to the chat before. */
  open(place: { chat?: number; interaction?: number }): void;
};

/**
 * Keeps the chat on screen and the one in the address the same: a link, back, forward and a reload open a chat, an address
 * without one is a new chat, and a new chat gets its address with its first question.
 */
export function useLinkedChat(
  chat: Chat,
  {
    onShow,
    onClear,
    onNumber,
  }: { onShow(opened: Opened): void; onClear(): void; onNumber(chat: number): void },
): Linked {
  const address = useSearchParams(names);
  const queries = useQueryClient();
  const interaction = address.number("interaction");
  const named = address.number("chat");
  // a source alone names its chat as well: an older link
  const wanted = interaction ?? named ?? namedSource(address.text("source"))?.interactionId;
  const [state, setState] = useState<Pick<Linked, "isLoading" | "problem" | "meant">>({
    isLoading: wanted !== undefined,
    problem: null,
    meant: null,
  });
  const later = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(later.current), []);

  const load = useEffectEvent(async (id: number) => {
    setState({ isLoading: true, problem: null, meant: null });
    try {
      const opened = await queries.fetchQuery(chatQuery(id));
      // another chat was asked for meanwhile
      if (id !== wanted) return;
      chat.resume(opened);
      onShow(opened);
      setState({
        isLoading: false,
        problem: null,
        meant: interaction === undefined ? null : { interactionId: interaction },
      });
      address.refine({ chat: opened.id, interaction: undefined });
      if (opened.isWriting)
        later.current = window.setTimeout(() => {
          if (chat.number.current === opened.id && !chat.isBusy) void load(opened.id);
        }, pollMs);
    } catch (error) {
      if (id !== wanted) return;
      const isAbsent = error instanceof ApiError && error.code === "not_found";
      setState({
        isLoading: false,
        meant: null,
        problem: isAbsent
          ? { sentence: "This chat was not found, or you don't have access to it.", canRetry: false }
          : { sentence: reasonOf(error) ?? "The chat could not be opened.", canRetry: true },
      });
    }
  });

  const follow = useEffectEvent(() => {
    window.clearTimeout(later.current);
    if (wanted === undefined) {
      setState({ isLoading: false, problem: null, meant: null });
      if (chat.number.current === null) return;
      chat.startOver();
      onClear();
      return;
    }
    const isShown =
      wanted === chat.number.current || chat.turns.some(({ interactionId }) => interactionId === wanted);
    // a question that is asked for by itself is shown as it is now: it may have been corrected
    if (!isShown || (interaction !== undefined && !chat.isBusy)) void load(wanted);
  });
  useEffect(() => follow(), [wanted, interaction]);

  const number = useEffectEvent((id: number) => {
    onNumber(id);
    address.refine({ chat: id });
  });
  const { first } = chat;
  useEffect(() => {
    if (first !== null) number(first);
  }, [first]);

  return {
    ...state,
    retry: () => wanted !== undefined && void load(wanted),
    open: (place) => address.open({ chat: undefined, interaction: undefined, source: undefined, ...place }),
  };
}
