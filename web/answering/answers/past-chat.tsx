import { Page, Problem, Spinner } from "#web/ui/parts.tsx";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { useChat } from "./chat.ts";
import { Conversation } from "./conversation.tsx";
import { useLinkedChat } from "./linked-chat.ts";
import { useOpenedSource } from "./opened-source.ts";
import classes from "./workbench.module.css";

const nothing = () => undefined;

/** A chat that its reader can't go on with, for want of a theme to ask. */
export function PastChat() {
  const chat = useChat();
  const linked = useLinkedChat(chat, { onShow: nothing, onClear: nothing, onNumber: nothing });
  const source = useOpenedSource(chat.turns);
  const { beside } = source;
  const cited = beside?.citations.find(({ marker }) => marker === beside.marker) ?? null;
  return (
    <Page>
      <h1 className="visually-hidden">Agent Workbench</h1>
      <p className={classes.past}>
        {linked.problem === null
          ? "You can ask no theme, so this chat can only be read. Please contact your administrator."
          : "No themes available. Please contact your administrator."}
      </p>
      {linked.problem !== null ? (
        <Problem {...(linked.problem.canRetry ? { onRetry: linked.retry } : {})}>
          {linked.problem.sentence}
        </Problem>
      ) : linked.isLoading ? (
        <Spinner label="Opening the chat" />
      ) : (
        <div className={classes.turns} role="log" aria-label="Conversation">
          <Conversation chat={chat} themeId={null} onOpenSource={source.open} />
        </div>
      )}
      <SourceView citation={source.alone ?? cited} onClose={source.close} />
    </Page>
  );
}
