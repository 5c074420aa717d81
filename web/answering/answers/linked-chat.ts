import { useEffect, useEffectEvent, useState } from "react";
import { listHistory } from "#contract/answering/answers.ts";
import type { HistoryEntry } from "#contract/answering/answers.ts";
import { callApi } from "#web/kernel/api.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { loadChat } from "./load-chat.ts";
import { namedSource } from "./opened-source.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { toastError } from "#web/ui/toast.tsx";

/** Opens the chat of the interaction in the URL (from a notification) or of the source open in the URL. */
export function useLinkedChat(onShow: (entries: HistoryEntry[], interactionId: number) => void): void {
  const address = useSearchParams();
  const named = address.number("interaction");
  // the source open on load or in a shared link: later ones belong to the current chat
  const [first] = useState(() => namedSource(address.text("source"))?.interactionId);
  const id = named ?? first;
  const open = useEffectEvent(async (interactionId: number) => {
    try {
      const [entry] = await callApi(listHistory, { before: interactionId + 1, limit: 1 });
      if (entry?.interactionId !== interactionId) throw new Error("That question isn't one of yours.");
      onShow(await loadChat(entry), interactionId);
    } catch (error) {
      toastError("The chat could not be opened", reasonOf(error));
    }
    if (named !== undefined) address.refine({ interaction: undefined });
  });
  useEffect(() => {
    if (id !== undefined) void open(id);
  }, [id]);
}
