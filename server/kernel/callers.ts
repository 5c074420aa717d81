import { randomUUID } from "node:crypto";
import { SpanKind } from "@opentelemetry/api";
import { sql } from "kysely";
import type { AccessMode, Transaction } from "kysely";
import { permits } from "./actor.ts";
import type { Actor, Person } from "./actor.ts";
import type { AuditEvent } from "./audit-event.ts";
import { writeAudit } from "./audit-store.ts";
import type { Caller, CompanyId, Context, Reads } from "./context.ts";
import { companyProof, jobStatementMs, kyselyOver } from "#server/platform/database/database.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import { traced } from "#server/platform/tracing.ts";
import type { Services } from "./services.ts";

/** Where a caller acts: in one company, or (super admins, sign-in, start-up) across the platform. */
type Scope = CompanyId | "platform";

type Origin = { requestId: string; address: string; reads?: Reads };
const internal = (): Origin => ({ requestId: randomUUID(), address: "" });

/** For a signed-in person: agents and workspace admins act in their own company, a super admin in the chosen one. */
export function callerFor(services: Services, person: Person, origin: Origin, chosen: number | null): Caller {
  if (!permits(person, "company:choose"))
    return make(services, person, person.companyId as CompanyId, origin);
  return make(services, person, chosen === null ? "platform" : (chosen as CompanyId), origin);
}

/** For calls without a session: sign-in, reset, the lead form. */
export function publicCaller(services: Services, origin: Origin): Caller {
  return make(services, { type: "public" }, "platform", origin);
}

/** For the program's own work, at start-up and on a schedule. */
export function systemCaller(services: Services, name: string): Caller {
  return make(services, { type: "system", name }, "platform", internal());
}

/**
 * For whoever may see what another person sees: the rules decide as for that person, and the database refuses every write.
 */
export function viewerFor(caller: Caller, seen: Person): Caller {
  return make(caller.services, seen, seen.companyId as CompanyId, { ...caller }, "read only");
}

/** For what a person had done in the background: the rules decide as for that person, in that company. */
export function personJobCaller(services: Services, person: Person, companyId: number): Caller {
  return callerFor(services, person, internal(), companyId);
}

/** For a company's background job. */
export function jobCaller(services: Services, name: string, companyId: number): Caller {
  return make(services, { type: "job", name }, companyId as CompanyId, internal());
}

function make(
  services: Services,
  actor: Actor,
  scope: Scope,
  origin: Origin,
  mode: AccessMode = "read write",
): Caller {
  const caller = {
    actor,
    company: scope === "platform" ? null : scope,
    requestId: origin.requestId,
    address: origin.address,
    services,
    reads: origin.reads ?? { purpose: "calls" as const },
  };
  return { ...caller, transact: (work) => transact(caller, scope, mode, work) };
}

const inDatabase = { kind: SpanKind.CLIENT, attributes: { "db.system.name": "postgresql" } };

async function transact<T>(
  caller: Omit<Caller, "transact">,
  scope: Scope,
  mode: AccessMode,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { services } = caller;
  const inTransaction = async (tx: Transaction<DB>) => {
    await enter(tx, scope, services.access.fenceKey, caller);
    if (isBackground(caller.actor))
      await sql`set local statement_timeout = ${sql.lit(jobStatementMs)}`.execute(tx);
    const events: AuditEvent[] = [];
    const ctx: Context = {
      ...caller,
      db: tx,
      now: services.clock.now(),
      audit: (event) => void events.push(event),
      enqueue: (name, payload, options) => services.queue.enqueue(tx, name, payload, options),
      announce: (to, event) => services.events.announce(tx, to, event),
    };
    const result = await work(ctx);
    await writeAudit(ctx, events);
    return result;
  };
  return traced("transaction", inDatabase, () =>
    databaseFor(caller, scope).transaction().setAccessMode(mode).execute(inTransaction),
  );
}

function databaseFor({ services, reads }: Omit<Caller, "transact">, scope: Scope): Database {
  const pool = services.pools.of(scope === "platform" ? "platform" : "app", reads.purpose);
  return kyselyOver(pool, reads.signal);
}

function isBackground(actor: Actor): boolean {
  return actor.type === "job" || actor.type === "system";
}

/**
 * Names the company that the transaction acts in, with proof; row-level security limits rows to that company. The call's
 * number goes into the versions of the rows that it changes.
 */
async function enter(
  tx: Transaction<DB>,
  scope: Scope,
  fenceKey: string,
  { actor, requestId }: { actor?: Actor; requestId: string },
): Promise<void> {
  const request = sql`set_config('app.request', ${requestId}, true)`;
  if (scope !== "platform")
    await sql`select set_config('app.company', ${String(scope)}, true),
                     set_config('app.proof', ${companyProof(fenceKey, scope)}, true), ${request}`.execute(tx);
  else if (actor?.type === "user") await sql`select ${request}`.execute(tx);
}

/** Reads within one company, for a thread whose only service is the database. */
export function readIn<T>(
  { db, fenceKey }: { db: Database; fenceKey: string },
  companyId: number,
  read: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (tx) => {
      await enter(tx, companyId as CompanyId, fenceKey, { requestId: "" });
      return read(tx);
    });
}
