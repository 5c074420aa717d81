import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { writingAlias } from "./records.ts";
import { SearchError, type OpenSearch } from "#server/platform/opensearch.ts";

/** One change of a record: written with its JSON, removed without. */
export type Change = { id: string; record: string | null };

/** One call stays far below the 100 MB that OpenSearch takes, and its memory here is bounded. */
const mostBytes = 1024 * 1024;
/** Calls under way: a node works on one while the next is read from it. */
const mostCalls = 2;
const patienceMs = 60_000;
/** Pauses while the cluster has no room in its queues; then the job waits for its next turn. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000];

const Failed = z.object({ type: z.string(), reason: z.string().nullish() });
const Item = z.object({ status: z.int(), error: Failed.optional() });
const Answer = z.object({ errors: z.boolean(), items: z.array(z.record(z.string(), Item)) });

/**
 * Makes the changes, each of another record, in calls of bounded size; a full queue of the cluster slows them down. No call
 * is under way once it has ended, well or not.
 * @throws SearchError; some changes may have been made
 */
export async function writeChanges(
  search: OpenSearch,
  index: string,
  companyId: number,
  changes: Iterable<Change> | AsyncIterable<Change>,
): Promise<void> {
  const calls = new Set<Promise<void>>();
  let lines: string[] = [];
  let bytes = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const call = send(search, index, companyId, lines).then(() => void calls.delete(call));
    calls.add(call);
    call.catch(() => undefined); // it is waited for below
    lines = [];
    bytes = 0;
    if (calls.size >= mostCalls) await Promise.race(calls);
  };
  try {
    for await (const { id, record } of changes) {
      const line = `{"${record === null ? "delete" : "index"}":{"_id":"${id}"}}\n${record === null ? "" : `${record}\n`}`;
      if (bytes + line.length > mostBytes) await flush();
      lines.push(line);
      bytes += line.length;
    }
    await flush();
    await Promise.all(calls);
  } finally {
    await Promise.allSettled(calls);
  }
}

async function send(
  search: OpenSearch,
  index: string,
  companyId: number,
  lines: readonly string[],
): Promise<void> {
  // a write under its alias does not make an index again that somebody deleted
  const path = `/${writingAlias(index)}/_bulk?routing=${companyId}&require_alias=true`;
  let left = lines;
  for (const pause of [...pausesMs, null]) {
    try {
      const answer = Answer.parse(await search.call("POST", path, { body: left.join(""), patienceMs }));
      if (!answer.errors) return;
      const items = answer.items.map((item) => Object.values(item)[0]);
      const broken = items.find((item) => item?.error !== undefined && item.status !== 429);
      if (broken?.error !== undefined) throw brokenBy(search, broken.status, broken.error);
      left = left.filter((_, index) => items[index]?.status === 429);
    } catch (error) {
      if (!(error instanceof SearchError) || error.fault !== "busy" || pause === null) throw error;
    }
    if (pause === null) throw new SearchError("busy", `${search.host} takes no more data for now.`);
    await wait(pause);
  }
}

function brokenBy(
  { host }: OpenSearch,
  status: number,
  { type, reason }: z.output<typeof Failed>,
): SearchError {
  const says = `${host} did not take a record (${type}: ${(reason ?? "").slice(0, 300)}).`;
  if (type === "cluster_block_exception") return new SearchError("full", says);
  return new SearchError(
    type === "index_not_found_exception" ? "gone" : status >= 500 ? "away" : "other",
    says,
  );
}
