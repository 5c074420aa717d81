import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Citation } from "#contract/answers.ts";
import type { Theme } from "#contract/themes.ts";
import { noTags } from "../answers/chat.ts";
import type { Chat } from "../answers/chat.ts";
import { openingQuery } from "../answers/chat-queries.ts";
import { Composer } from "../answers/composer.tsx";
import { Conversation } from "../answers/conversation.tsx";
import { useDraft } from "../answers/draft.ts";
import { SourceView } from "../sources/source-view.tsx";
import { SuggestedQuestions } from "../answers/suggested-questions.tsx";
import { Button } from "../ui/button.tsx";
import openingClasses from "../answers/opening.module.css";
import classes from "./try-theme.module.css";

type Props = {
  theme: Theme;
  /** Outlives the tab, so visiting the documents loses no answer. */
  chat: Chat;
  /** Documents ready, and documents being read. */
  ready: number;
  reading: number;
  onDocuments(): void;
};

/** The last step of a new theme: an inline question, answered as in the workbench. */
export function TryTheme({ theme, chat, ready, reading, onDocuments }: Props) {
  const draft = useDraft(theme.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const [source, setSource] = useState<Citation | null>(null);
  const queries = useQueryClient();
  // each newly ready document may bring better questions
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: openingQuery(theme.id).queryKey });
  }, [queries, theme.id, ready]);
  const ask = async (question: string) => {
    if (question === "" || chat.isBusy) return;
    draft.change("");
    if (!(await chat.send(theme.id, question, noTags))) draft.bringBack(question);
  };
  if (!theme.isActive || theme.isClosed)
    return <p className={classes.wait}>This theme is inactive. Make it active under General to ask it.</p>;
  if (ready === 0 && chat.turns.length === 0)
    return (
      <div className={classes.wait}>
        <p role="status">
          {reading > 0
            ? "Its documents are being read. You can ask as soon as the first is ready."
            : "None of its documents is ready, so it would decline every question."}
        </p>
        {reading === 0 && <Button onClick={onDocuments}>Add documents</Button>}
      </div>
    );
  return (
    <>
      {chat.turns.length === 0 ? (
        <div className={openingClasses.ways} data-in-dialog>
          <SuggestedQuestions
            themeId={theme.id}
            none="Ask what your people would ask."
            onAsk={(question) => void ask(question)}
          />
        </div>
      ) : (
        // no room for notes beside an answer here: they go below it
        <div className={classes.turns} data-source role="log" aria-label="Conversation">
          <Conversation chat={chat} themeId={theme.id} onOpenSource={setSource} />
        </div>
      )}
      <Composer
        field={field}
        value={draft.value}
        onChange={draft.change}
        tags={noTags}
        onRemoveTag={() => undefined}
        isBusy={chat.isBusy}
        onSend={() => void ask(draft.value.trim())}
        onStop={() => void chat.stop()}
      />
      <SourceView citation={source} onClose={() => setSource(null)} />
    </>
  );
}
