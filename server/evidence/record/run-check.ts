import { witnesses } from "./witnesses/witness.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { answersOf, type StoredAnswer } from "./check-answers-store.ts";
import { checkAnswer } from "./check-answers.ts";
import { compareShown } from "./compare-shown.ts";
import { LogCheck, type Problem } from "./check.ts";
import { holdAgainst, type OutsideHead } from "./check-outside.ts";
import * as store from "./check-store.ts";
import type { CheckRow, StoredEvent } from "./check-store.ts";
import { allErased, versionKey, versionsWithoutText, type Erased } from "./erasure-store.ts";
import { listKeys } from "./key-store.ts";
import { recordAltered, notifyAltered } from "./notify-altered.ts";
import { MissingHashError } from "#server/platform/log/tree.ts";
import { rootOf } from "#server/kernel/log-store.ts";

/** Events per transaction: some megabytes, and visible progress. */
const batchSize = 2_000;

type Checked = { problem: Problem | null; outside: OutsideHead | null; erased: number; checked: number };

/**
 * Runs a waiting check: the log, the answers its events commit to, its newest outside heads, and the rows that screens
 * show.
 */
export async function runCheck(services: VerbServices, id: number): Promise<void> {
  const system = systemCaller(services, "check-record");
  const check = await system.transact((ctx) => store.findCheck(ctx, id));
  if (check === null || check.finished_at !== null) return;
  try {
    const result = await checkLog(system, check);
    await system.transact(async (ctx) => {
      await store.finishCheck(ctx, id, {
        ...result,
        outcome: result.problem === null ? "intact" : "altered",
      });
      if (result.problem !== null) await notifyAltered(ctx, check.stream, result.problem);
    });
    if (result.problem !== null) await recordAltered(services, check.stream, result.problem);
  } catch (error) {
    services.log.error({ err: error, stream: check.stream }, "a check of the record did not finish");
    await system.transact((ctx) =>
      store.finishCheck(ctx, id, {
        outcome: "failed",
        problem: null,
        outside: null,
        erased: 0,
        checked: check.checked,
      }),
    );
  }
}

async function checkLog(system: Caller, { id, stream }: CheckRow): Promise<Checked> {
  let known = await system.transact((ctx) => knownOf(ctx, stream));
  const log = new LogCheck(stream);
  let erased = 0;
  const end = (problem: Problem | null, outside: OutsideHead | null = null): Checked => ({
    problem,
    outside,
    erased,
    checked: log.tree.size,
  });
  for (;;) {
    while (log.tree.size < known.size) {
      const from = log.tree.size;
      const batch = await system.transact(async (ctx) => {
        const { size } = known;
        await store.noteProgress(ctx, id, { size, checked: from });
        const events = await store.nextEvents(ctx, stream, { after: from, to: size, limit: batchSize });
        const to = events.length < batchSize ? size : (events.at(-1)?.seq ?? size);
        const nodes = await store.nodesWithin(ctx, stream, { from, to });
        const heads = await store.headsWithin(ctx, stream, { from, to });
        const stored = await answersIn(ctx, stream, events);
        if (isUnexplained(events, stored, known)) known = await knownOf(ctx, stream);
        return { events, to, nodes, heads, erased: known.erased.events, answers: judged(stored, known) };
      });
      const problem = log.take(batch.events, batch);
      const answer = batch.answers.find(({ verdict }) => verdict === "altered" || verdict === "removed");
      erased += batch.answers.filter(({ verdict }) => verdict === "erased").length;
      // a changed answer may come before the changed event
      if (answer !== undefined && (problem === null || answer.seq < problem.from))
        return end({
          kind: answer.verdict === "removed" ? "erased" : "answer",
          from: answer.seq,
          to: answer.seq,
        });
      if (problem !== null) return end(problem);
    }
    // each event is intact; the discrepancy is in rows beyond the count, or in signatures
    const { size, surplus, signed } = known;
    if (surplus > size) return end({ kind: "surplus", from: size + 1, to: surplus });
    if (signed > size) return end({ kind: "missing", from: size + 1, to: signed });
    const gone = await system.transact((ctx) => versionsWithoutText(ctx, stream));
    const lost = gone.find((version) => !known.erased.documents.has(versionKey(version)));
    if (lost === undefined) break;
    known = await system.transact((ctx) => knownOf(ctx, stream));
    if (!known.erased.documents.has(versionKey(lost)))
      return end({ kind: "document", from: lost.seq, to: lost.seq });
  }
  const { outside, problem } = await checkOutside(system, stream, known.size);
  return end(problem ?? (await compareShown(system, stream)), outside);
}

/** `surplus`: the highest number of an event; `signed`: the events that stored hashes and heads cover. */
type Known = { size: number; surplus: number; signed: number; erased: Erased };

/**
 * The log's extent, and what was erased according to it. Erasures are trusted only at the end, after their own events were checked.
 * Read again whenever content is missing that they don't cover: an erasure may have run since the check began, and then
 * its event is further on in the log.
 */
async function knownOf(ctx: Context, stream: number): Promise<Known> {
  const erased = await allErased(ctx, stream);
  const { counted, last, head, nodes } = await store.extentOf(ctx, stream);
  return { size: counted, surplus: last, signed: Math.max(head, nodes), erased };
}

type Recorded = { seq: number; manifest: Buffer; stored: StoredAnswer | undefined };

async function answersIn(ctx: Context, stream: number, events: StoredEvent[]): Promise<Recorded[]> {
  const committed = events.filter(({ manifest }) => manifest !== null);
  const ids = committed.map(({ target_id }) => Number(target_id)).filter(Number.isSafeInteger);
  const stored = new Map((await answersOf(ctx, stream, ids)).map((answer) => [answer.id, answer]));
  return committed.flatMap(({ seq, target_id, manifest }) =>
    manifest === null ? [] : [{ seq, manifest, stored: stored.get(Number(target_id)) }],
  );
}

const judged = (recorded: Recorded[], { erased }: Known) =>
  recorded.map(({ seq, manifest, stored }) => ({
    seq,
    verdict: checkAnswer(manifest, stored, {
      isErased: erased.answers.has(seq),
      isAskerErased: erased.askers.has(seq),
    }),
  }));

const isUnexplained = (events: StoredEvent[], recorded: Recorded[], known: Known) =>
  events.some(({ salt, seq }) => salt === null && !known.erased.events.has(seq)) ||
  judged(recorded, known).some(({ verdict }) => verdict === "removed");

/** Skips an unreadable place: the check names the place it compared the log with. */
async function checkOutside(
  system: Caller,
  stream: number,
  size: number,
): Promise<{ outside: OutsideHead | null; problem: Problem | null }> {
  const { services } = system;
  const keys = (await system.transact(listKeys)).map(({ public_key }) => public_key);
  const rootAt = (at: number) => system.transact((ctx) => rootOf(ctx, stream, at));
  let newest: OutsideHead | null = null;
  for (const { name, reader } of witnesses.of(services)) {
    if (reader === null) continue;
    try {
      const held = await holdAgainst({ stream, size, rootAt, keys }, name, reader);
      if (held?.problem != null) return held;
      if (held !== null && held.outside.size >= (newest?.size ?? 0)) newest = held.outside;
    } catch (error) {
      if (error instanceof MissingHashError) throw error;
      services.log.warn({ err: error, place: name }, "heads of an outside place could not be read");
    }
  }
  return { outside: newest, problem: null };
}
