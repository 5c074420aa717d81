import type { Caller, Context } from "#server/kernel/context.ts";
import type { Problem } from "./check.ts";
import { platformLog } from "./log.ts";
import * as store from "./shown-rows-store.ts";

/** Versions per transaction: some tens of megabytes of text to hash. */
const batchSize = 50;

const rows: [Problem["kind"], (ctx: Context, companyId: number) => Promise<number | null>][] = [
  ["rating", store.firstDeviantRating],
  ["hold", store.firstDeviantHold],
  ["periods", store.firstDeviantPeriods],
  ["role", store.firstDeviantRole],
  ["approved", store.firstDeviantApproved],
];

/**
 * Replays the record against what screens, reports and answers are made from: ratings, holds, retention periods, roles,
 * and the text of each document. Everything is compared with the latest event about it.
 * @returns the first deviation
 */
export async function compareShown(caller: Caller, log: number): Promise<Problem | null> {
  if (log === platformLog) return null;
  for (const [kind, find] of rows) {
    const seq = await caller.transact((ctx) => find(ctx, log));
    if (seq !== null) return { kind, from: seq, to: seq };
  }
  for (let after = 0; ;) {
    const texts = await caller.transact((ctx) => store.textsAsRead(ctx, log, { after, limit: batchSize }));
    const changed = texts.find(({ isAsRead }) => isAsRead === false);
    if (changed !== undefined) return { kind: "text", from: changed.seq, to: changed.seq };
    if (texts.length < batchSize) return null;
    after = texts.at(-1)?.versionId ?? 0;
  }
}
