import type { AnswerEvent } from "#contract/answering/answers.ts";
import type { SelectedTags } from "#contract/kernel/values.ts";
import type { UsableKey } from "#server/models/llm/usable-key.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { ModelError } from "#server/models/llm/models.ts";
import { onDeadline } from "#server/platform/deadline.ts";
import { cureOf, type Reader } from "#server/models/llm/advice.ts";
import type { Account, MadeCall } from "#server/models/usage/meter.ts";
import type { QuestionTurn } from "./question-turn.ts";
import { abstain, noDocuments, type Draft } from "#engine/draft.ts";
import { isSamePassage, type Evidence } from "#engine/evidence.ts";
import type { Part } from "#engine/quote/extractive.ts";
import { withChosen } from "./chosen-tags.ts";
import { runInAnswerPool, readInTime } from "./run-in-answer-pool.ts";
import { rewrite } from "./model/follow-up-model.ts";
import { markerOfDay } from "#server/models/llm/fence.ts";
import { answerWithModel, type ModelAnswer } from "./model/model-answer.ts";
import type { ConfirmedSentence } from "./model/check-while-written.ts";
import { marksOf, numberSources } from "#engine/verify/claims.ts";
import { readingFor } from "./model/reading.ts";
import { shorteningIfTooLong } from "./model/shorten.ts";
import type { ComposedFrom } from "./recorded-question.ts";
import { presentCitation, presentQuotes } from "./present.ts";
import { readerOf } from "./reader.ts";
import { readingsOf } from "./readings.ts";
import { retrieve, type RetrievedWithMore } from "./retrieve.ts";
import type { ComposedAnswer } from "./composed-answer.ts";

type Writing = {
  started: number;
  stop: AbortSignal;
  turn: QuestionTurn;
  onEvent(event: AnswerEvent): void;
  onCall(call: MadeCall): void;
};

/** With the documents' own words, which are the answer if no model's is. */
type Quoting = Writing & { quotes: Draft };

/** Finds the passages and writes the answer: by the theme's model, or as quotes if it has none. */
export async function composeAnswer(
  caller: Caller,
  opened: ComposedFrom,
  writing: Writing,
): Promise<ComposedAnswer> {
  const query = await searchedQuestion(caller, opened, writing.stop);
  const searched = {
    ...(await searchFor(caller, opened, query, writing.stop)),
    retrievalMs: performance.now() - writing.started,
    reader: null,
  };
  if (opened.theme.document_count === 0) return emitDraft(opened, searched, writing, noDocuments);
  if (opened.versions !== null && opened.versions.size === 0)
    return emitDraft(opened, searched, writing, abstain(noDocumentTagged(opened.tags)));
  const { quotes, reader } = await quoted(caller, opened, searched, writing);
  const found = { ...searched, reader };
  if (opened.key === null) return emitDraft(opened, found, writing, quotes);
  if (quotes.outcome === "answered") writing.onEvent({ type: "quotes", quotes: presentQuotes(quotes) });
  const quoting = { ...writing, quotes };
  try {
    return await byModel(caller, opened, opened.key, found, quoting);
  } catch (error) {
    const reason = writing.stop.aborted ? null : transientFault(error, readerOf(caller, opened));
    if (reason === null) throw error;
    return await fallBack(caller, opened, found, quoting, { reason, error });
  }
}

/** Names the groups that no document satisfies together. */
function noDocumentTagged(tags: SelectedTags): string {
  const groups = Object.values(tags).filter((chosen) => chosen.length > 0);
  if (groups.length < 2) return "No document has the chosen tags.";
  const choices = groups.map((chosen) => chosen.join(" or "));
  return `No document has a tag of each group you chose: ${choices.join(", and ")}. Remove one to search more documents.`;
}

/** Rewrites a follow-up to stand alone before the search: by the model, else by rule. */
async function searchedQuestion(caller: Caller, opened: ComposedFrom, stop: AbortSignal): Promise<string> {
  const previous = opened.turns.at(-1)?.question ?? null;
  const { question, isElliptical } = await readInTime(
    runInAnswerPool(caller, "standAlone", { question: opened.question, previous }, stop),
  );
  if (!isElliptical || opened.key === null) return question;
  const rewritten = await rewrite(caller, accountOf(opened, "follow-up"), opened.key, opened, stop);
  return rewritten ?? question;
}

/** Only as the theme's administrator chose it, and never without a notice. */
async function fallBack(
  caller: Caller,
  opened: ComposedFrom,
  found: TimedResults,
  writing: Quoting,
  { reason, error }: { reason: string; error: unknown },
): Promise<ComposedAnswer> {
  const { fallback } = opened.theme;
  if (fallback === "quotes") {
    const said = `${reason} These sentences are quoted from your documents instead.`;
    writing.onEvent({ type: "fallback", reason: said });
    return { ...emitDraft(opened, found, writing, writing.quotes), fallback: said };
  }
  if (fallback === "other-model" && opened.otherKey !== null) {
    const said = `${reason} Another model, ${opened.otherKey.model}, answered instead.`;
    writing.onEvent({ type: "fallback", reason: said });
    return { ...(await byModel(caller, opened, opened.otherKey, found, writing)), fallback: said };
  }
  throw error;
}

/** Search results, with the question cleaned up for quoting: spelling corrected, background story left out. */
type SearchResults = RetrievedWithMore & { question: string; parts: Part[] };
type TimedResults = SearchResults & Pick<ComposedAnswer, "retrievalMs"> & { reader: string | null };

/** The passages for the whole question, and for each question in it; passages found only for a part come last. */
async function searchFor(
  caller: Caller,
  opened: ComposedFrom,
  query: string,
  stop: AbortSignal,
): Promise<SearchResults> {
  const account = accountOf(opened, "embedding");
  const reach = { versions: opened.versions, readsMore: opened.key !== null };
  const search = (question: string) => retrieve(caller, account, opened.theme, question, reach, stop);
  const found = await search(withChosen(query, opened.focus));
  // terms borrowed by a follow-up come from the previous question
  const whole = {
    ...found,
    unknownWords: found.unknownWords.filter((name) => opened.question.includes(name)),
    absentWords: found.absentWords.filter((word) => opened.question.includes(word)),
    readAs: found.readAs.filter(({ typed }) => opened.question.includes(typed)),
  };
  const plan = await readInTime(
    runInAnswerPool(caller, "plan", { question: opened.question, readAs: whole.readAs }, stop),
  );
  if (plan.parts.length === 0) return { ...whole, question: plan.quotedFor, parts: [] };
  const { evidence } = whole;
  const parts: Part[] = [];
  for (const { question, searched } of plan.parts) {
    const own = (await search(searched)).evidence.slice(0, passagesOfPart);
    evidence.push(...own.filter((item) => !evidence.some((other) => isSamePassage(other, item))));
    parts.push({ question, evidence: own });
  }
  return {
    ...whole,
    question: plan.quotedFor,
    evidence: evidence.map((item, index) => ({ ...item, rank: index + 1 })),
    parts,
  };
}

const passagesOfPart = 4;

async function quoted(
  caller: Caller,
  { focus }: ComposedFrom,
  { further: _further, ...found }: SearchResults,
  { stop, turn }: Writing,
): Promise<{ quotes: Draft; reader: string | null }> {
  const { question } = found;
  const read = await readingsOf(caller, turn, question, found, stop);
  const input = { question, found: { ...found, readings: read?.readings ?? null }, focus };
  const quotes = await readInTime(runInAnswerPool(caller, "quote", input, stop));
  stop.throwIfAborted();
  return { quotes, reader: read?.reader ?? null };
}

function emitDraft(
  opened: ComposedFrom,
  found: TimedResults,
  { started, onEvent }: Writing,
  draft: Draft,
): ComposedAnswer {
  for (const source of draft.sources) onEvent({ type: "citation", citation: presentCitation(source) });
  for (const text of piecesOf(draft)) onEvent({ type: "delta", text });
  const { evidence, retrievalMs, encoder, reader } = found;
  return {
    evidence,
    chosenBy: { encoder, reader },
    retrievalMs,
    draft,
    mode: opened.key === null || draft.outcome === "answered" ? "extractive" : "model",
    model: null,
    fallback: null,
    firstTokenMs: performance.now() - started,
  };
}

/** A quoted answer in pieces, each a sentence with its marks. */
function piecesOf({ text, claims }: Draft): string[] {
  const ends = [...claims.slice(1).map(({ start }) => start), text.length];
  return ends.map((end, index) => text.slice(index === 0 ? 0 : ends[index - 1], end)).filter(Boolean);
}

async function byModel(
  caller: Caller,
  opened: ComposedFrom,
  key: UsableKey,
  found: TimedResults,
  writing: Quoting,
): Promise<ComposedAnswer> {
  const { started, stop, turn, onEvent } = writing;
  const { purpose, guiding_instructions: guidingInstructions } = opened.theme;
  const { turns, tags, question } = opened;
  const { config, clock } = caller.services;
  turn.release();
  const marker = markerOfDay(config.secretKeys.current.key, opened.theme, clock.now());
  const today = clock.now().toISOString().slice(0, 10);
  const account = { ...accountOf(opened, "answer"), report: writing.onCall };
  const { passages, written: answer } = await shorteningIfTooLong(
    (most) => readingFor(caller, opened, key, found, most),
    (read) =>
      answerWithModel(
        caller,
        account,
        key,
        { asked: { purpose, guidingInstructions, passages: read, turns, tags, question, today }, marker },
        stop,
        tellConfirmed(onEvent),
      ),
  );
  await turn.take();
  if (answer === null) return emitDraft(opened, found, writing, writing.quotes);
  const evidence = withRead(found.evidence, passages);
  const { draft } = answer;
  if (draft === null) return { ...quoteInstead(opened, found, writing, answer), evidence };
  // the model may have used synonyms
  const { further: _further, ...known } = { ...found, absentWords: [] };
  return {
    evidence,
    retrievalMs: found.retrievalMs,
    chosenBy: { encoder: found.encoder, reader: found.reader },
    // drop notices that take too long: the answer itself is complete
    draft: await onDeadline(runInAnswerPool(caller, "complete", { draft, found: known }, stop), () => draft),
    mode: "model",
    model: { provider: key.provider, asked: key.model, ...answer.end },
    fallback: null,
    firstTokenMs: answer.firstWordsAt === null ? null : answer.firstWordsAt - started,
  };
}

/** Shows confirmed sentences, then their sources, numbered in the order in which they come. */
function tellConfirmed(onEvent: Writing["onEvent"]): (sentence: ConfirmedSentence) => void {
  const citations = numberSources();
  return ({ before, text, sources }) => {
    const known = citations.sources.length;
    const markers = sources.map(({ evidence, quote }) => citations.markerOf(evidence, quote));
    const gap = known === 0 ? "" : before;
    onEvent({ type: "delta", text: `${gap}${text} ${marksOf(markers)}` });
    for (const source of citations.sources.slice(known))
      onEvent({ type: "citation", citation: presentCitation(source) });
  };
}

/** The best results, then the other passages read: the record keeps everything the answer was made from. */
function withRead(found: Evidence[], read: Evidence[]): Evidence[] {
  return [...found, ...read.filter((item) => !found.some((other) => isSamePassage(other, item)))];
}

/** No sentence of the model's answer was supported, or whole: quotes the documents, if they answer at all. */
function quoteInstead(
  opened: ComposedFrom,
  found: TimedResults,
  writing: Quoting,
  { removed }: Pick<ModelAnswer, "removed">,
): ComposedAnswer {
  const none =
    removed.length > 0
      ? "No sentence of the model's answer is supported by your documents"
      : "The model's answer was cut off before its first sentence ended";
  const quotes = removed.length > 0 ? "them" : "your documents";
  const draft = { ...writing.quotes, removed };
  const isQuoted = draft.outcome === "answered";
  const said = isQuoted ? `${none}. These sentences are quoted from ${quotes} instead.` : `${none}.`;
  writing.onEvent({ type: "fallback", reason: said });
  const told = emitDraft(opened, found, writing, isQuoted ? draft : { ...draft, reason: said });
  return { ...told, fallback: isQuoted ? said : null };
}

function accountOf(opened: ComposedFrom, purpose: Account["purpose"]): Account {
  return { companyId: opened.theme.company_id, interactionId: opened.id, purpose };
}

/** A provider's failure or an exhausted allowance, as a sentence; null for our own and the caller's errors. */
function transientFault(error: unknown, reader: Reader): string | null {
  if (error instanceof ModelError) return `${error.message} ${cureOf(error, reader)}`.trim();
  return error instanceof AppError && error.code === "limit_exceeded" ? error.message : null;
}
