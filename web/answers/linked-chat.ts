import { useEffect, useEffectEvent, useState } from "react";
import { listHistory } from "#contract/answers.ts";
import type { HistoryEntry } from "#contract/answers.ts";
import { callApi } from "../api.ts";
import { useSearchParams } from "../ui/search-params.ts";
import { namedSource } from "./opened-source.ts";
import { reasonOf } from "../ui/invalidating-mutation.ts";
import { toastError } from "../ui/toast.tsx";

/** Opens the chat of the interaction that the address names, as a notification does, or of a source that is open in it. */
export function useLinkedChat(onShow: (entries: HistoryEntry[]) => void): void {
  const address = useSearchParams();
  const named = address.number("interaction");
  // of the source that was open when the page was loaded or sent: later ones belong to the chat on the screen
  const [first] = useState(() => namedSource(address.text("source"))?.interactionId);
  const id = named ?? first;
  const open = useEffectEvent(async (interactionId: number) => {
    try {
      const [entry] = await callApi(listHistory, { before: interactionId + 1, limit: 1 });
      if (entry?.interactionId !== interactionId) throw new Error("That question isn't one of yours.");
      const chat = await callApi(listHistory, {
        sessionId: entry.sessionId,
        themeId: entry.themeId,
        limit: 100,
      });
      onShow(chat.toReversed());
    } catch (error) {
      toastError("The chat could not be opened", reasonOf(error));
    }
    if (named !== undefined) address.refine({ interaction: undefined });
  });
  useEffect(() => {
    if (id !== undefined) void open(id);
  }, [id]);
}
