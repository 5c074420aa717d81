import { z } from "zod";
import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { NumberSet, parseRanges } from "./number-set.ts";

/** Content of a `retention.erase` event: event numbers as ranges, and document versions. */
export const Erasure = z.object({
  of: z.enum(["interactions", "documents", "events", "person"]),
  /** Erased under retention periods. */
  months: z.number().int().optional(),
  /** Erased with a person. */
  person: z.number().int().optional(),
  /** People whose details were erased. */
  events: z.string(),
  /** People whose answers were erased. */
  answers: z.string(),
  /** Answers from which the asker's name was erased. */
  askers: z.string(),
  documents: z.array(z.object({ document: z.number().int(), version: z.number().int() })),
});
export type Erasure = z.output<typeof Erasure>;

const batchSize = 1_000;

/** The erasures of a log, oldest first. Records in any other form name nothing. */
async function* erasuresOf(ctx: Context, stream: number): AsyncGenerator<{ seq: number; erasure: Erasure }> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ seq: number; after: unknown }>`
      select seq, after from audit_events
      where stream = ${stream} and action = 'retention.erase' and actor_type = 'system' and seq > ${after} order by seq limit ${batchSize}`.execute(
      ctx.db,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
    for (const row of rows) {
      const erasure = Erasure.safeParse(row.after);
      if (erasure.success) yield { seq: row.seq, erasure: erasure.data };
    }
  }
}

/** Everything erased according to a log. */
export type Erased = { events: NumberSet; answers: NumberSet; askers: NumberSet; documents: Set<string> };

export const versionKey = ({ document, version }: { document: number; version: number }) =>
  `${document}/${version}`;

export async function allErased(ctx: Context, stream: number): Promise<Erased> {
  const ranges = { events: [], answers: [], askers: [] } as Record<
    "events" | "answers" | "askers",
    ReturnType<typeof parseRanges>
  >;
  const documents = new Set<string>();
  for await (const { erasure } of erasuresOf(ctx, stream)) {
    for (const part of ["events", "answers", "askers"] as const)
      for (const range of parseRanges(erasure[part])) ranges[part].push(range);
    for (const version of erasure.documents) documents.add(versionKey(version));
  }
  return {
    events: new NumberSet(ranges.events),
    answers: new NumberSet(ranges.answers),
    askers: new NumberSet(ranges.askers),
    documents,
  };
}

/** Whether anything was erased after the log had this size. */
export async function wasErasedSince(ctx: Context, stream: number, size: number): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_events
    where stream = ${stream} and action = 'retention.erase' and seq > ${size} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Numbers of the erasures, up to a size of the log, that name any of these events. */
export async function erasuresNaming(
  ctx: Context,
  stream: number,
  numbers: readonly number[],
  size: number,
): Promise<number[]> {
  const wanted = new NumberSet(numbers.map((number) => ({ from: number, to: number })));
  const naming: number[] = [];
  for await (const { seq, erasure } of erasuresOf(ctx, stream)) {
    if (seq > size) break;
    const ranges = [erasure.events, erasure.answers, erasure.askers].flatMap(parseRanges);
    if (ranges.some((range) => wanted.meets(range))) naming.push(seq);
  }
  return naming;
}

/**
 * Deletes the details of these events; the commitments in their lines remain. Returns the numbers of the affected events.
 */
export async function eraseEvents(
  ctx: Context,
  companyId: number,
  lines: { seq: number; details: Buffer }[],
  { answers = [], person = null }: { answers?: number[]; person?: number | null },
): Promise<number[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<{ gone: number[] }>`select erase_events(${companyId},
    ${lines.map(({ seq }) => seq)}::bigint[], ${lines.map(({ details }) => details)}::bytea[], ${answers}::int[],
    ${person}::int)::float8[] as gone`.execute(ctx.db);
  return rows[0]?.gone ?? [];
}

/** Document versions without text, each with the number of the first event about its document. */
export async function versionsWithoutText(
  ctx: Context,
  companyId: number,
): Promise<{ document: number; version: number; seq: number }[]> {
  const { rows } = await sql<{ document: number; version: number; seq: number }>`
    select v.document_id as document, v.version,
      coalesce((select min(e.seq) from audit_events e where e.stream = ${companyId}
        and e.target_type = 'document' and e.target_id = v.document_id::text), 1) as seq
    from document_versions v
    where v.company_id = ${companyId} and (v.erased_at is not null
      or (v.status = 'ready' and v.pages > 0 and not exists (
        select 1 from pages p where p.company_id = v.company_id and p.version_id = v.id)))
    order by 3, 1, 2`.execute(ctx.db);
  return rows;
}
