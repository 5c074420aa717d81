import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type MouseEvent,
} from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { canHover } from "#web/ui/can-hover.ts";
import { isKeyboardClick } from "#web/ui/is-keyboard-click.ts";
import { Empty, Page, Problem, Spinner } from "#web/ui/parts.tsx";
import { onArrival, takePendingQuestion } from "./asked-elsewhere.ts";
import { Opening, useHasOpening } from "./opening.tsx";
import { useOpenedSource } from "./opened-source.ts";
import { SourcePanel } from "#web/knowledge/sources/source-panel.tsx";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { ChatLine } from "./chat-line.tsx";
import { noTags } from "#contract/kernel/values.ts";
import { useChat } from "./chat.ts";
import { useChosenTags } from "./chosen-tags.ts";
import { useChosenTheme } from "./chosen-theme.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { useDraft } from "./draft.ts";
import { chatNames, useLinkedChat } from "./linked-chat.ts";
import { LoadedThemeChoice } from "./loaded-theme-choice.tsx";
import { tagsQuery } from "#web/knowledge/themes/theme-queries.ts";
import { TagPicker } from "#web/knowledge/tags/tag-picker.tsx";
import { PastChat } from "./past-chat.tsx";
import { turnId } from "./turn-id.ts";
import { useWorkbenchKeys } from "./workbench-keys.ts";
import classes from "./workbench.module.css";

const HistoryPanel = lazy(() => import("./history-panel.tsx"));

export default function Workbench() {
  const { companyId } = useCompany();
  const { theme, isError, retry, choose, follow } = useChosenTheme(companyId);
  const mayCreate = useMay("theme:create");
  const named = useSearchParams(chatNames);
  if (isError) {
    return (
      <Page>
        <h1 className="visually-hidden">Agent Workbench</h1>
        <Problem onRetry={retry}>Failed to load themes</Problem>
      </Page>
    );
  }
  if (theme === undefined) {
    return (
      <div className={classes.desk}>
        <main id="main" className={classes.conversation} tabIndex={-1}>
          <h1 className="visually-hidden">Agent Workbench</h1>
          <Spinner />
        </main>
        <aside className={classes.sidebar} aria-hidden />
      </div>
    );
  }
  if (theme === null) {
    if (chatNames.some((name) => named.text(name) !== "")) return <PastChat />;
    return (
      <Page>
        <h1 className="visually-hidden">Agent Workbench</h1>
        <Empty
          action={
            mayCreate && (
              <ButtonLink to="/themes" search={{ theme: "new", companyId }}>
                Create Theme
              </ButtonLink>
            )
          }
        >
          No themes available. Please contact your administrator.
        </Empty>
      </Page>
    );
  }
  // another company starts with an empty conversation
  return <Desk key={companyId ?? "all"} theme={theme} onChoose={choose} onFollow={follow} />;
}

type DeskProps = {
  theme: Theme;
  onChoose(theme: Theme): void;
  /** @returns whether the theme can be asked */
  onFollow(themeId: number): Promise<boolean>;
};

const chatName = ["chat"];

function Desk({ theme, onChoose, onFollow }: DeskProps) {
  const themeId = theme.id;
  const draft = useDraft(themeId);
  const { tags, toggle, clear, keepFor, openOf } = useChosenTags(
    themeId,
    useSearchParams(chatName).number("chat") ?? 0,
  );
  const [showsHistory, setShowsHistory] = useState(false);
  const available = useQuery(tagsQuery(themeId));
  const hasOpening = useHasOpening(themeId);
  const chat = useChat();
  const end = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<{ chat: number; themeName: string } | null>(null);
  const isClosed = closed !== null && closed.chat === chat.id;
  const linked = useLinkedChat(chat, {
    onShow({ id, person, entries }) {
      const last = entries.at(-1);
      if (last === undefined) return;
      // whoever reads somebody else's chat asks in a new one
      openOf(id, { themeId: last.themeId, tags: person === null ? last.selectedTags : noTags });
      void onFollow(last.themeId).then((isOpen) =>
        setClosed((other) => {
          if (!isOpen && person === null) return { chat: id, themeName: last.themeName };
          return other?.chat === id ? null : other;
        }),
      );
    },
    onClear: clear,
    onNumber: keepFor,
  });
  const { meant } = linked;
  const source = useOpenedSource(chat.turns);
  const count = chat.turns.length;
  // only a new question scrolls the page; arriving text never does
  useEffect(() => {
    if (meant !== null)
      document.getElementById(turnId(meant.interactionId))?.scrollIntoView({ block: "start" });
  }, [meant]);
  const scrollToLast = useEffectEvent(() => {
    if (meant === null || chat.turns.at(-1)?.isAskedHere)
      end.current?.previousElementSibling?.scrollIntoView({ block: "start", behavior: "smooth" });
  });
  useEffect(() => {
    if (count > 0) scrollToLast();
  }, [count]);
  // typed characters show immediately, the tags they filter in the next frame
  const typed = useDeferredValue(draft.value);
  const sendAsked = useEffectEvent(async () => {
    const question = takePendingQuestion(themeId);
    if (question !== null && !(await chat.send(themeId, question, noTags))) draft.bringBack(question);
  });
  useEffect(() => void sendAsked(), [themeId]);
  const startOver = () => {
    chat.startOver();
    clear();
    linked.open({});
  };
  const arrive = useEffectEvent(() => {
    startOver();
    void sendAsked();
  });
  useEffect(() => onArrival(() => arrive()), []);
  const ask = async () => {
    const question = draft.value.trim();
    if (question === "" || chat.isBusy || isClosed) return;
    draft.change("");
    if (chat.person !== null) startOver();
    if (!(await chat.send(themeId, question, tags))) draft.bringBack(question);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  // what is typed next is a question: on the pressed button a space would take the rating back, and N leave the chat
  const goOnTyping = useCallback((click: MouseEvent) => {
    if (!isKeyboardClick(click) && canHover()) field.current?.focus({ preventScroll: true });
  }, []);
  const latest = chat.turns.at(-1);
  useWorkbenchKeys(
    () => {
      startOver();
      field.current?.focus();
    },
    (marker) => {
      const citation = latest?.citations.find((item) => item.marker === marker);
      if (latest !== undefined && citation !== undefined) source.open(citation, latest);
    },
  );

  return (
    <div className={classes.desk} data-source={source.beside !== null || undefined}>
      <main id="main" className={classes.conversation} tabIndex={-1}>
        <h1 className="visually-hidden">Agent Workbench</h1>
        {linked.problem !== null ? (
          <div className={classes.problem}>
            <Problem {...(linked.problem.canRetry ? { onRetry: linked.retry } : {})}>
              {linked.problem.sentence}
            </Problem>
          </div>
        ) : linked.isLoading ? (
          <Spinner label="Opening the chat" />
        ) : chat.turns.length === 0 ? (
          hasOpening && (
            <Opening
              theme={theme}
              onAsk={(question) => void chat.send(themeId, question, tags)}
              onResume={(interactionId) => linked.open({ chat: interactionId })}
            />
          )
        ) : (
          <div className={classes.turns} role="log" aria-label="Conversation">
            <Conversation
              chat={chat}
              themeId={themeId}
              onOpenSource={source.open}
              onAskedAgain={(click) => {
                if (isKeyboardClick(click)) field.current?.focus();
              }}
              onRated={goOnTyping}
            />
            <div ref={end} className={classes.end} />
          </div>
        )}
      </main>
      <aside className={classes.sidebar} aria-label="Theme, tags and question">
        <LoadedThemeChoice
          chosen={theme}
          onChoose={(chosen) => {
            setClosed(null);
            onChoose(chosen);
            if (canHover()) field.current?.focus({ preventScroll: true });
          }}
        />
        <div className={classes.buttons}>
          <Button
            fullWidth
            onClick={(click) => {
              startOver();
              if (isKeyboardClick(click)) field.current?.focus();
            }}
          >
            New Chat
          </Button>
          <Button aria-label="Your earlier questions" onClick={() => setShowsHistory(true)}>
            <History size={17} aria-hidden />
          </Button>
        </div>
        <ChatLine id={chat.id} person={chat.person?.name ?? null} />
        <div className={classes.composer}>
          {isClosed && (
            <Problem>
              {closed.themeName} can't be asked any more. Start a new chat, or choose another theme for this
              one.
            </Problem>
          )}
          <Composer
            field={field}
            isClosed={isClosed}
            value={draft.value}
            onChange={draft.change}
            tags={tags}
            onRemoveTag={toggle}
            isBusy={chat.isBusy}
            onSend={() => void ask()}
            onStop={() => void chat.stop()}
          />
        </div>
        <div className={classes.picker}>
          {/* on a phone it is below the opening, or below the chat that is being opened */}
          {available.data && !linked.isLoading && (hasOpening || count > 0) && (
            <TagPicker available={available.data} selected={tags} typed={typed} onToggle={toggle} />
          )}
        </div>
      </aside>
      {source.beside !== null && (
        <SourcePanel {...source.beside} onStep={source.step} onClose={source.close} />
      )}
      <SourceView citation={source.alone} onClose={source.close} />
      <Suspense>
        <HistoryPanel
          opened={showsHistory}
          onClose={() => setShowsHistory(false)}
          onResume={(place) => {
            linked.open(place);
            setShowsHistory(false);
          }}
        />
      </Suspense>
    </div>
  );
}
