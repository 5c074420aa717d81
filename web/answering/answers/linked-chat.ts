import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Chat as Opened } from "#contract/answering/chats.ts";
import { ApiError } from "#web/kernel/api.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import type { Chat } from "./chat.ts";
import { chatQuery } from "./chat-queries.ts";
import { withTypesetting } from "./loaded-answer-text.tsx";
import { namedSource } from "./opened-source.ts";

/** The parameters that name a chat. */
export const chatNames = ["chat", "interaction", "source"];

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

type Handlers = { onShow(opened: Opened): void; onClear(): void; onNumber(chat: number): void };

/**
 * Keeps the chat on screen and the one in the address the same: a link, back, forward and a reload open a chat, an address
 * without one is a new chat, and a new chat gets its address with its first question.
 */
export function useLinkedChat(chat: Chat, { onShow, onClear, onNumber }: Handlers): Linked {
  const address = useSearchParams(chatNames);
  const queries = useQueryClient();
  const interaction = address.number("interaction");
  // a source alone names its chat as well: an older link
  const wanted = interaction ?? address.number("chat") ?? namedSource(address.text("source"))?.interactionId;
  const isShown =
    wanted === chat.id ||
    chat.turns.some(({ interactionId }) => interactionId !== null && interactionId === wanted);
  const [meant, setMeant] = useState<Linked["meant"]>(null);

  const show = useEffectEvent((opened: Opened, id: number) => {
    // another chat was asked for meanwhile
    if (id !== wanted) return;
    chat.resume(opened);
    onShow(opened);
    setMeant(interaction === undefined ? null : { interactionId: interaction });
    address.refine({ chat: opened.id, interaction: undefined });
  });
  const opening = useMutation({
    async mutationFn(id: number) {
      const found = await withTypesetting(queries.fetchQuery(chatQuery(id)));
      return found;
    },
  });
  const { mutate, reset, data: opened } = opening;
  const load = useEffectEvent((id: number) => mutate(id, { onSuccess: (found) => show(found, id) }));

  const follow = useEffectEvent(() => {
    // a question that is asked for by itself is shown as it is now: it may have been corrected
    if (wanted !== undefined && (!isShown || (interaction !== undefined && !chat.isBusy))) load(wanted);
    if (wanted !== undefined || chat.id === null) return;
    reset();
    chat.startOver();
    onClear();
  });
  useEffect(() => follow(), [wanted, interaction]);

  const name = useEffectEvent((id: number) => {
    if (wanted !== undefined) return;
    onNumber(id);
    address.refine({ chat: id });
  });
  useEffect(() => {
    if (chat.id !== null) name(chat.id);
  }, [chat.id]);

  const lookAgain = useEffectEvent((id: number) => {
    if (chat.id === id && !chat.isBusy) load(id);
  });
  useEffect(() => {
    if (opened?.isWriting !== true) return;
    const timer = window.setTimeout(() => lookAgain(opened.id), pollMs);
    return () => window.clearTimeout(timer);
  }, [opened]);

  const failed = opening.isError && opening.variables === wanted && !isShown ? opening.error : null;
  return {
    isLoading: wanted !== undefined && !isShown && failed === null,
    problem: failed && problemOf(failed),
    meant,
    retry: () => wanted !== undefined && mutate(wanted, { onSuccess: (found) => show(found, wanted) }),
    open: (place) => address.open({ chat: undefined, interaction: undefined, source: undefined, ...place }),
  };
}

function problemOf(error: Error): Linked["problem"] {
  return error instanceof ApiError && error.code === "not_found"
    ? { sentence: "This chat was not found, or you don't have access to it.", canRetry: false }
    : { sentence: reasonOf(error) ?? "The chat could not be opened.", canRetry: true };
}
