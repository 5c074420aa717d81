import { useCallback, type MouseEvent } from "react";
import type { Citation, Rating } from "#contract/answering/answers.ts";
import { noTags } from "#contract/kernel/values.ts";
import type { Chat, Turn } from "./chat.ts";
import { useRateAnswer } from "./chat-queries.ts";
import { TurnView } from "./turn-view.tsx";

type Props = {
  chat: Chat;
  /** null: nothing can be asked. */
  themeId: number | null;
  onOpenSource(citation: Citation, turn: Turn): void;
  onAskedAgain?: (click: MouseEvent) => void;
  onRated?: (click: MouseEvent) => void;
};

/** A chat's questions and answers, with rating and, after a failure, retry. */
export function Conversation({ chat, themeId, onOpenSource, onAskedAgain, onRated }: Props) {
  const { rate, send } = chat;
  const { mutate } = useRateAnswer();
  const rateTurn = useCallback(
    ({ key, interactionId, rating: before }: Turn, pressed: Rating, click: MouseEvent) => {
      if (interactionId === null) return;
      const rating = pressed === before ? null : pressed;
      rate(key, rating);
      mutate({ interactionId, rating }, { onError: () => rate(key, before, true) });
      onRated?.(click);
    },
    [rate, mutate, onRated],
  );
  const askSuggested = useCallback(
    (question: string) => {
      if (themeId !== null) void send(themeId, question, noTags);
    },
    [send, themeId],
  );
  return chat.turns.map((turn, index) => (
    <TurnView
      key={turn.key}
      turn={turn}
      place={index}
      onAskAgain={
        themeId !== null &&
        turn.error !== null &&
        turn.canAskAgain &&
        index === chat.turns.length - 1 &&
        !chat.isBusy
          ? (click) => {
              void chat.send(themeId, turn.question, turn.tags);
              onAskedAgain?.(click);
            }
          : null
      }
      onOpenSource={onOpenSource}
      onAsk={askSuggested}
      onRate={chat.person === null ? rateTurn : null}
    />
  ));
}
