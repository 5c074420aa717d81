import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import type { Theme } from "#contract/knowledge/themes.ts";
import { ThemeEditor, type EditorProps } from "#web/knowledge/themes/theme-editor.tsx";
import { noTags } from "#contract/kernel/values.ts";
import { useChat, type Chat } from "./chat.ts";
import { firstQuestionsQuery } from "#web/knowledge/documents/queries.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { useDraft } from "./draft.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { SuggestedQuestions } from "./suggested-questions.tsx";
import { TestRuns } from "#web/answering/test-runs/test-runs.tsx";
import { Button } from "#web/ui/button.tsx";
import { canHover } from "#web/ui/can-hover.ts";
import openingClasses from "./opening.module.css";
import classes from "./try-theme.module.css";

type Props = {
  theme: Theme;
  chat: Chat;
  /** Documents ready, and documents being read. */
  ready: number;
  reading: number;
  onDocuments(): void;
};

/** The last step of a new theme: an inline question, answered as in the workbench. */
function TryTheme({ theme, chat, ready, reading, onDocuments }: Props) {
  const draft = useDraft(theme.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const [source, setSource] = useState<Citation | null>(null);
  const queries = useQueryClient();
  // each newly ready document may bring better questions
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: firstQuestionsQuery(theme.id).queryKey });
  }, [queries, theme.id, ready]);
  const canAsk = theme.isActive && !theme.isClosed && (ready > 0 || chat.turns.length > 0);
  // the button that led here is 'Done' now: what is typed belongs in the field, unless the tabs are being walked by key
  useEffect(() => {
    const isOnTab = document.activeElement?.matches("[role=tab]") === true;
    if (canAsk && !isOnTab && canHover()) field.current?.focus();
  }, [canAsk]);
  const ask = async (question: string) => {
    if (question === "" || chat.isBusy) return;
    draft.change("");
    if (!(await chat.send(theme.id, question, noTags))) draft.bringBack(question);
  };
  if (!theme.isActive || theme.isClosed)
    return <p className={classes.wait}>This theme is inactive. Make it active under General to ask it.</p>;
  if (!canAsk)
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

/** The editor of a theme, which ends with a trial question. */
export default function TriedThemeEditor(props: EditorProps) {
  const chat = useChat();
  const trial = {
    isAsked: chat.turns.length > 0,
    panel: (step: Omit<Props, "chat">) => <TryTheme chat={chat} {...step} />,
  };
  return <ThemeEditor {...props} trial={trial} testRuns={({ id }) => <TestRuns key={id} themeId={id} />} />;
}
