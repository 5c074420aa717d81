import { z } from "zod";
import type { Result } from "#contract/kernel/endpoint.ts";
import { Role } from "#contract/kernel/permissions.ts";
import {
  BundleFilters,
  RecordEvent,
  type checkRecord,
  type getRecordBundle,
  type RecordHead,
} from "#contract/evidence/record.ts";
import { bundleDays } from "./bundle-days.ts";
import type { BundleRow } from "./bundle-store.ts";
import type { CheckRow } from "./check-store.ts";
import type { Problem } from "./check.ts";
import type { EventRow } from "./event-store.ts";
import type { HeadRow } from "./head-store.ts";
import { pemOf } from "./note.ts";
import { sentenceOf } from "./notify-altered.ts";

const { type } = RecordEvent.shape.actor.shape;
export const Values = z.record(z.string(), z.unknown()).nullable();

/** @param names of the event's target, and of whom else it concerns, if they were looked up */
export function presentEvent(
  row: EventRow,
  names: { target?: string | undefined; involved?: string | undefined } = {},
): RecordEvent {
  return {
    number: row.seq,
    at: row.at.toISOString(),
    clock: row.clock?.toISOString() ?? null,
    actor: {
      type: type.parse(row.actor_type),
      id: row.actor_id,
      role: Role.nullable().catch(null).parse(row.actor_role),
      name: row.actor_name,
    },
    action: row.action,
    target: { type: row.target_type, id: row.target_id, name: names.target ?? null },
    involved: names.involved ?? null,
    before: Values.parse(row.before),
    after: Values.parse(row.after),
    result: RecordEvent.shape.result.parse(row.result),
    address: row.address,
    requestId: row.request_id,
    hasManifest: row.manifest !== null,
    isErased: row.is_erased,
  };
}

export function presentHead(row: HeadRow): RecordHead {
  return {
    id: row.id,
    size: row.size,
    root: row.root.toString("base64"),
    note: row.note,
    key: pemOf(row.public_key),
    signedAt: row.signed_at.toISOString(),
  };
}

export function presentCheck(row: CheckRow): Result<typeof checkRecord> {
  const problem = row.problem as Problem | null;
  return {
    id: row.id,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    size: row.size,
    checked: row.checked,
    outcome: z.enum(["intact", "altered", "failed"]).nullable().parse(row.outcome),
    problem: problem === null ? null : { ...problem, sentence: sentenceOf(problem) },
    outside: row.outside as { place: string; size: number } | null,
    erased: row.erased,
  };
}

const dayMs = 86_400_000;

export function presentBundle(row: BundleRow): Result<typeof getRecordBundle> {
  return {
    id: row.id,
    status: z.enum(["waiting", "running", "ready", "failed"]).parse(row.status),
    reason: row.reason,
    filters: BundleFilters.parse(row.filters),
    themeName: row.theme_name,
    personName: row.person_name,
    done: row.done,
    events: row.events,
    size: row.size,
    fileSize: row.file_size,
    sha256: row.sha256,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: new Date(row.created_at.getTime() + bundleDays * dayMs),
  };
}
