import type { Answer, AnswerEvent, Citation } from "#contract/answers.ts";
import type { ask as contract } from "#contract/answers.ts";
import type { Input } from "#contract/endpoint.ts";
import { usableKey } from "#server/companies/model-keys.ts";
import { personOf } from "#server/context.ts";
import type { Caller } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ModelError } from "#server/platform/models/models.ts";
import { allow } from "#server/themes/policy.ts";
import { getTheme } from "#server/themes/store.ts";
import { abstain } from "./draft.ts";
import type { CitedSource, Draft } from "./draft.ts";
import { joinEvidence } from "./evidence.ts";
import type { Evidence } from "./evidence.ts";
import { answerExtractively } from "./extractive.ts";
import { standAlone } from "./follow-up.ts";
import { answerWithModel } from "./model-answer.ts";
import { promptVersion } from "./prompt.ts";
import { StoppedError } from "./running.ts";
import {
  failInteraction,
  finishInteraction,
  insertInteraction,
  listTurns,
  loadPassages,
  versionsWithTags,
} from "./store.ts";

const passagesUsed = 10;
const turnsRemembered = 3;

type Question = Input<typeof contract>;
type Written = {
  draft: Draft;
  evidence: Evidence[];
  retrievalMs: number;
  firstTokenMs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
};

/**
 * Asks a theme. The question is on record before anything is looked up; the answer is recorded in one transaction with
 * its audit event, and only then called done. Leaving or stopping ends the provider's call and is recorded as such.
 */
export async function ask(
  caller: Caller,
  question: Question,
  signal: AbortSignal,
  onEvent: (event: AnswerEvent) => void,
): Promise<Answer> {
  const started = performance.now();
  const opened = await open(caller, question);
  const place = { companyId: opened.theme.company_id, id: opened.id };
  const { running } = caller.services;
  const stop = AbortSignal.any([signal, running.start(opened.id, personOf(caller).id)]);
  onEvent({ type: "started", interactionId: opened.id });
  try {
    const written = await write(caller, question, opened, stop, started, onEvent);
    stop.throwIfAborted();
    const totalMs = performance.now() - started;
    await caller.transact(async (ctx) => {
      if (!(await finishInteraction(ctx, place, { ...written, totalMs }))) return;
      ctx.audit({
        action: "question.answer",
        target: { type: "interaction", id: opened.id },
        company: place.companyId,
        after: { outcome: written.draft.outcome, mode: opened.mode, sources: written.draft.sources.length },
      });
    });
    return present(opened, written, totalMs);
  } catch (error) {
    const reason = reasonOf(error, signal);
    await caller.transact(async (ctx) => {
      if (!(await failInteraction(ctx, place, reason))) return;
      ctx.audit({
        action: "question.answer",
        target: { type: "interaction", id: opened.id },
        company: place.companyId,
        result: "failed",
        after: { reason },
      });
    });
    if (error instanceof ModelError || stop.aborted)
      throw new AppError("unavailable", reason, { cause: error });
    throw error;
  } finally {
    running.finish(opened.id);
  }
}

type Opened = Awaited<ReturnType<typeof open>>;

async function open(caller: Caller, question: Question) {
  return caller.transact(async (ctx) => {
    const theme = allow(ctx, "ask", await getTheme(ctx, question.themeId));
    if (!theme.is_active)
      throw new AppError(
        "conflict",
        "This theme is inactive and cannot be asked. An administrator can switch it on.",
      );
    const key = await usableKey(ctx, theme.company_id, theme.model_type === "smarter" ? "smarter" : "smart");
    const turns = await listTurns(ctx, theme, question.sessionId, turnsRemembered);
    const allowed = await versionsWithTags(ctx, theme, question.selectedTags);
    const mode = key === null ? ("extractive" as const) : ("model" as const);
    const id = await insertInteraction(ctx, theme, {
      text: question.userQuery,
      sessionId: question.sessionId,
      selectedTags: question.selectedTags,
      mode,
      model: key?.model ?? null,
      promptVersion: key === null ? null : promptVersion,
    });
    ctx.audit({
      action: "question.ask",
      target: { type: "interaction", id },
      company: theme.company_id,
      after: { themeId: theme.id, mode },
    });
    if (key !== null)
      ctx.audit({
        action: "model-key.use",
        target: { type: "interaction", id },
        company: theme.company_id,
        after: { owner: key.owner, model: key.model },
      });
    return { id, theme, key, turns, allowed, mode };
  });
}

async function write(
  caller: Caller,
  question: Question,
  opened: Opened,
  stop: AbortSignal,
  started: number,
  onEvent: (event: AnswerEvent) => void,
): Promise<Written> {
  const { services } = caller;
  const evidence = await retrieve(caller, question, opened);
  const retrievalMs = performance.now() - started;
  const base = { evidence, retrievalMs, firstTokenMs: null, inputTokens: null, outputTokens: null };
  if (opened.allowed !== null && opened.allowed.size === 0)
    return { ...base, draft: abstain("No document carries the chosen tags.") };
  if (opened.key === null || evidence.length === 0) {
    const draft = answerExtractively(question.userQuery, evidence);
    for (const source of draft.sources) onEvent({ type: "citation", citation: presentCitation(source) });
    for (const piece of draft.text.match(/\S+\s*/g) ?? []) onEvent({ type: "delta", text: piece });
    return { ...base, draft, firstTokenMs: performance.now() - started };
  }
  const answer = await answerWithModel(
    services.models,
    opened.key,
    {
      purpose: opened.theme.purpose,
      guidingInstructions: opened.theme.guiding_instructions,
      evidence,
      turns: opened.turns,
      question: question.userQuery,
    },
    stop,
    (text) => onEvent({ type: "delta", text }),
  );
  return {
    ...base,
    draft: answer.draft,
    firstTokenMs: answer.firstTokenAt === null ? null : answer.firstTokenAt - started,
    inputTokens: answer.inputTokens,
    outputTokens: answer.outputTokens,
  };
}

/** The best passages of the theme, narrowed to the chosen tags; a follow-up is made to stand alone first. */
async function retrieve(caller: Caller, question: Question, opened: Opened): Promise<Evidence[]> {
  const index = await caller.services.indexes.get(opened.theme);
  const query = standAlone(question.userQuery, opened.turns.at(-1)?.question ?? null);
  const hits = index.search(query, {
    limit: passagesUsed,
    ...(opened.allowed === null ? {} : { documents: opened.allowed }),
  });
  const passages = await caller.transact((ctx) => loadPassages(ctx, opened.theme, hits));
  return joinEvidence(hits, passages);
}

export function presentCitation({ marker, evidence, quote }: CitedSource): Citation {
  return {
    marker,
    documentId: evidence.documentId,
    documentName: evidence.documentName,
    version: evidence.version,
    score: Math.round(evidence.score * 100) / 100,
    page: evidence.pageNumber,
    section: evidence.section === "" ? null : evidence.section,
    quote,
    passage: evidence.text,
    pageIndex: evidence.pageIndex,
  };
}

function present(opened: Opened, written: Written, totalMs: number): Answer {
  return {
    interactionId: opened.id,
    response: written.draft.text,
    citations: written.draft.sources.map(presentCitation),
    claims: written.draft.claims,
    mode: opened.mode,
    outcome: written.draft.outcome,
    reason: written.draft.reason,
    timings: { retrievalMs: written.retrievalMs, firstTokenMs: written.firstTokenMs, totalMs },
  };
}

function reasonOf(error: unknown, left: AbortSignal): string {
  if (error instanceof ModelError) return `${error.message} Your question is kept; ask again in a moment.`;
  if (error instanceof StoppedError) return "The answer was stopped.";
  if (left.aborted) return "The answer was left before it was complete.";
  return "The answer could not be completed through a fault on our side. Ask again.";
}
