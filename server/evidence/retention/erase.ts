import type { JobPayload } from "#contract/operation/jobs.ts";
import { eraseOldQuestionnaires } from "#server/answering/questionnaires/erase.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import { eraseDetails, recordErasure } from "#server/evidence/record/erase-details.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import * as due from "./erase-store.ts";
import { companiesToErase, lockErasure, periodsOf, startOfPeriod, type Page } from "./store.ts";

/** Rows per transaction: the longest that a hold waits. */
const batchSize = 200;
/** The queue repeats a job that takes five minutes; another job continues well before. */
const patienceMs = 120_000;

/** Each night: every company that may have something due. */
export async function startErasures(services: VerbServices): Promise<void> {
  await systemCaller(services, "retention").transact(async (ctx) => {
    for (const companyId of await companiesToErase(ctx)) await ctx.enqueue("erase", { companyId });
  });
}

/**
 * Erases a company's due data in batches, each with its event in the same transaction. The platform's login makes the
 * request, and the database itself decides what may be erased.
 */
export async function eraseDue(
  services: VerbServices,
  { companyId }: JobPayload<"erase">,
  size = batchSize,
  patience = patienceMs,
): Promise<void> {
  const system = systemCaller(services, "retention");
  const began = performance.now();
  for (const erase of [
    eraseAnswers,
    eraseQuestionnaires,
    eraseVersions,
    eraseEvents,
    ...(await peopleOf(services, companyId)),
  ])
    for (let after: number | null = 0; after !== null;) {
      // between batches nothing is half done: the queue repeats the job elsewhere, or at the next start
      services.stopping.throwIfAborted();
      if (performance.now() - began > patience)
        return system.transact((ctx) => ctx.enqueue("erase", { companyId }));
      const page: Page = { after, limit: size };
      const { last, files } = await system.transact(async (ctx) => {
        await lockErasure(ctx, companyId);
        return erase(ctx, companyId, page);
      });
      // no version names a file that remains if this fails: the sweep removes it
      for (const key of files ?? []) await services.files.remove(key);
      after = last;
    }
}

/** `last`: where the next batch begins, so that it does not pass all rows erased or held before; null: nothing is left. */
type Batch = { last: number | null; files?: string[] };
type Step = (ctx: Context, companyId: number, page: Page) => Promise<Batch>;

const nothing: Batch = { last: null };
const lastOf = (found: number[], { limit }: Page) => (found.length < limit ? null : (found.at(-1) ?? null));

async function eraseAnswers(ctx: Context, companyId: number, page: Page): Promise<Batch> {
  const { interactions: months } = await periodsOf(ctx, companyId);
  if (months === null) return nothing;
  const next = await due.nextAnswers(ctx, companyId, months, page);
  const ids = await due.eraseAnswers(ctx, companyId, next);
  if (ids.length === 0) return nothing;
  const answers = await due.answersOnRecord(ctx, companyId, ids);
  const about = await due.eventsOfAnswers(ctx, companyId, ids);
  const events = await eraseDetails(ctx, companyId, about, { answers: ids });
  recordErasure(ctx, companyId, await ruleOf(ctx, "interactions", months), { answers, events });
  return { last: lastOf(next, page) };
}

/** With their answers: one with an answer that is still held stays. */
async function eraseQuestionnaires(ctx: Context, companyId: number, page: Page): Promise<Batch> {
  const { interactions: months } = await periodsOf(ctx, companyId);
  if (months === null) return nothing;
  const gone = await eraseOldQuestionnaires(ctx, companyId, await startOfPeriod(ctx, months), page);
  return { last: lastOf(gone.ids, page), files: gone.files };
}

async function eraseVersions(ctx: Context, companyId: number, page: Page): Promise<Batch> {
  const { documents: months } = await periodsOf(ctx, companyId);
  if (months === null) return nothing;
  const { next, versions, files } = await due.eraseVersions(ctx, companyId, months, page);
  if (versions.length === 0) return nothing;
  recordErasure(ctx, companyId, await ruleOf(ctx, "documents", months), { documents: versions });
  return { last: lastOf(next, page), files };
}

async function eraseEvents(ctx: Context, companyId: number, page: Page): Promise<Batch> {
  const { events: months } = await periodsOf(ctx, companyId);
  if (months === null) return nothing;
  const next = await due.nextEvents(ctx, companyId, months, page);
  const events = await eraseDetails(ctx, companyId, next, {});
  if (events.length === 0) return nothing;
  recordErasure(ctx, companyId, await ruleOf(ctx, "events", months), { events });
  return { last: lastOf(next, page) };
}

async function ruleOf(ctx: Context, of: "interactions" | "documents" | "events", months: number) {
  return { of, months, before: (await startOfPeriod(ctx, months)).toISOString() };
}

/** Two steps for each erased person: a hold at that time may have been lifted since. */
async function peopleOf(services: VerbServices, companyId: number): Promise<Step[]> {
  const people = await systemCaller(services, "retention").transact((ctx) =>
    due.erasedPeople(ctx, companyId),
  );
  return people.flatMap((person): Step[] => [
    async (ctx, company, page) => {
      const { next, named, whole } = await due.eraseAskers(ctx, company, person, page);
      if (named.length + whole.length === 0) return nothing;
      const askers = await due.answersOnRecord(ctx, company, named);
      const answers = await due.answersOnRecord(ctx, company, whole);
      recordErasure(ctx, company, { of: "person", person }, { askers, answers });
      return { last: lastOf(next, page) };
    },
    async (ctx, company, page) => {
      const next = await due.nextEventsOfPerson(ctx, company, person, page);
      const events = await eraseDetails(ctx, company, next, { person });
      if (events.length === 0) return nothing;
      recordErasure(ctx, company, { of: "person", person }, { events });
      return { last: lastOf(next, page) };
    },
  ]);
}
