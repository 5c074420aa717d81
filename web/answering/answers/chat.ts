import { randomKey } from "#web/kernel/hex.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import {
  advisesAskingAgain,
  stopAnswer,
  type Answer,
  type Citation,
  type Greeting,
  type HistoryEntry,
  type Quotes,
  type Rating,
} from "#contract/answering/answers.ts";
import type { Chat as Opened } from "#contract/answering/chats.ts";
import type { SelectedTags } from "#contract/kernel/values.ts";
import { ApiError, callApi } from "#web/kernel/api.ts";
import { streamAnswer } from "./stream.ts";

/** One question and the part of its answer received so far. */
export type Turn = {
  key: string;
  question: string;
  tags: SelectedTags;
  askedAt: string;
  interactionId: number | null;
  /** The text received so far. */
  partial: string;
  citations: Citation[];
  /** The documents' own words, shown until the first sentence of a model. */
  quotes: Quotes | null;
  /** Its citations came before its text: it is quoted, and will be complete in a moment. */
  isQuoting: boolean;
  answer: Answer | null;
  /** The reply to a greeting or thanks, in place of an answer. */
  greeting: Greeting | null;
  error: string | null;
  /** Whether asking the same again may help after the error. */
  canAskAgain: boolean;
  /** Stopped by the asker; the error isn't a failure. */
  isStopped: boolean;
  rating: Rating | null;
  /** The last change of the rating did not reach the server. */
  isRatingUnsaved: boolean;
  /** Asked in this view, not reopened later. */
  isAskedHere: boolean;
  /** A later review finding; only on earlier answers. */
  correction: HistoryEntry["correction"];
};

/** Whether its reply is still being written. */
export function isOpen({ answer, greeting, error }: Turn): boolean {
  return answer === null && greeting === null && error === null;
}

/** A chat and its actions (`useChat`). */
export type Chat = ReturnType<typeof useChat>;

/** From the time and a random string (docs/specification/answers.md). */
export function newSessionId(): string {
  return `${Date.now().toString(36)}-${randomKey().slice(0, 12)}`;
}

const failure = "Sorry, I encountered an error while processing your request. Please try again.";

const stopped = "The answer was stopped.";

/** Stopped by the asker: not a failure. Where trying again cannot help, the cause says who can do what. */
function failedWith(cause: string, canAskAgain = cause === "" || advisesAskingAgain(cause)) {
  if (cause === stopped) return { error: stopped, canAskAgain: true };
  return { error: canAskAgain ? `${failure} ${cause}`.trim() : cause, canAskAgain };
}

const closed =
  "You can't ask this theme any more: it was closed or deleted, or your access ended. Choose another theme.";

/** A question refused before an answer began. */
function refusedWith({ status, code, message }: ApiError) {
  return code === "not_found"
    ? failedWith(closed, false)
    : failedWith(message, status === 0 || status >= 429);
}

/** A conversation: questions and answers, one question at a time. */
export function useChat() {
  const [sessionId, setSessionId] = useState(newSessionId);
  const [turns, setTurns] = useState<Turn[]>([]);
  const [id, setId] = useState<number | null>(null);
  const [person, setPerson] = useState<Opened["person"]>(null);
  const running = useRef<AbortController | null>(null);
  const queries = useQueryClient();
  const isBusy = turns.some(isOpen);

  const change = useCallback(
    (key: string, values: Partial<Turn> | ((turn: Turn) => Partial<Turn>)) =>
      setTurns((all) =>
        all.map((turn) =>
          turn.key === key ? { ...turn, ...(typeof values === "function" ? values(turn) : values) } : turn,
        ),
      ),
    [],
  );
  const rate = useCallback(
    (key: string, rating: Rating | null, isRatingUnsaved = false) => change(key, { rating, isRatingUnsaved }),
    [change],
  );

  /** @returns whether the question reached the server; the asker can resend one refused earlier */
  async function send(themeId: number, question: string, tags: SelectedTags): Promise<boolean> {
    const key = newSessionId();
    const controller = new AbortController();
    running.current = controller;
    const asked: Turn = {
      key,
      question,
      tags,
      askedAt: new Date().toISOString(),
      interactionId: null,
      partial: "",
      citations: [],
      quotes: null,
      isQuoting: false,
      answer: null,
      greeting: null,
      error: null,
      canAskAgain: true,
      isStopped: false,
      rating: null,
      isRatingUnsaved: false,
      isAskedHere: true,
      correction: null,
    };
    setTurns((all) => [...all, asked]);
    const began = (interactionId: number) => {
      change(key, { interactionId });
      if (running.current === controller) setId((now) => now ?? interactionId);
    };
    try {
      for await (const event of streamAnswer(
        { themeId, userQuery: question, selectedTags: tags, sessionId },
        controller.signal,
      )) {
        if (event.type === "started") began(event.interactionId);
        if (event.type === "quotes") change(key, { quotes: event.quotes });
        if (event.type === "delta") change(key, (turn) => ({ partial: turn.partial + event.text }));
        if (event.type === "fallback") change(key, { partial: "", citations: [], isQuoting: false });
        if (event.type === "citation")
          change(key, (turn) => ({
            citations: [...turn.citations, event.citation],
            isQuoting: turn.isQuoting || turn.partial === "",
          }));
        if (event.type === "done") change(key, { answer: event.answer, citations: event.answer.citations });
        if (event.type === "greeting") change(key, { greeting: event.greeting });
        if (event.type === "failed")
          change(key, ({ isStopped }) => (isStopped ? { error: event.error } : failedWith(event.error)));
      }
      // a stream without its last event was cut off
      change(key, (turn) => (isOpen(turn) ? { error: failure } : {}));
      return true;
    } catch (error) {
      if (controller.signal.aborted) change(key, { error: stopped });
      else change(key, error instanceof ApiError ? refusedWith(error) : failedWith(""));
      // a theme that closed meanwhile is no longer offered
      if (error instanceof ApiError && ["not_found", "conflict"].includes(error.code))
        void queries.invalidateQueries({ queryKey: ["themes"] });
      return !(error instanceof ApiError);
    } finally {
      if (running.current === controller) running.current = null;
      void queries.invalidateQueries({ queryKey: ["history"] });
    }
  }

  function begin(opened: Opened | null) {
    running.current?.abort();
    running.current = null;
    setId(opened?.id ?? null);
    setTurns(opened?.entries.map(turnOf) ?? []);
    setSessionId(opened?.sessionId ?? newSessionId());
    setPerson(opened?.person ?? null);
  }

  return {
    turns,
    isBusy,
    /** The number of its first question; null before there is one. */
    id,
    /** Who asked, if it was somebody else: their chat is read, not continued. */
    person,
    send,
    /** Asks the server to stop the provider; the stream then ends with its regular last event. */
    async stop() {
      const current = turns.at(-1);
      if (current !== undefined) change(current.key, { isStopped: true });
      if (current?.interactionId == null) return running.current?.abort();
      const answer = await callApi(stopAnswer, { interactionId: current.interactionId });
      if (!answer.stopped) running.current?.abort();
    },
    rate,
    startOver: () => begin(null),
    /** Shows earlier answers unchanged, and continues their chat if it is the user's own. */
    resume: (opened: Opened) => begin(opened),
  };
}

function turnOf(entry: HistoryEntry): Turn {
  return {
    key: String(entry.interactionId),
    question: entry.userQuery,
    tags: entry.selectedTags,
    askedAt: entry.createdAt,
    interactionId: entry.interactionId,
    partial: "",
    citations: entry.citations,
    quotes: null,
    isQuoting: false,
    answer: entry.outcome === "failed" ? null : entry,
    greeting: null,
    ...(entry.outcome === "failed" ? failedWith(entry.reason ?? "") : { error: null, canAskAgain: true }),
    isStopped: false,
    rating: entry.rating,
    isRatingUnsaved: false,
    isAskedHere: false,
    correction: entry.correction,
  };
}
