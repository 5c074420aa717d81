import { randomUUID } from "node:crypto";
import { SpanKind } from "@opentelemetry/api";
import { sql, type AccessMode, type Transaction } from "kysely";
import { escapeLiteral, type Pool } from "pg";
import { permits, type Actor, type Person } from "./actor.ts";
import type { AuditEvent } from "./audit-event.ts";
import { writeAudit } from "./audit-store.ts";
import type { Caller, CompanyId, Context, LateContext, Reads } from "./context.ts";
import {
  companyProof,
  jobStatementMs,
  kyselyOver,
  type Database,
} from "#server/platform/database/database.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import type { Replayed } from "#server/platform/database/replica.ts";
import { AppError } from "#server/platform/errors.ts";
import { traced } from "#server/platform/tracing.ts";
import type { Services, VerbServices } from "./services.ts";

/** Where a caller acts: in one company, or (super admins, sign-in, start-up) across the platform. */
type Scope = CompanyId | "platform";

type Origin = { requestId: string; address: string; reads?: Reads };
const internal = (): Origin => ({ requestId: randomUUID(), address: "" });

/** For a signed-in person: agents and workspace admins act in their own company, a super admin in the chosen one. */
export function callerFor(
  services: VerbServices,
  person: Person,
  origin: Origin,
  chosen: number | null,
): Caller {
  if (!permits(person, "company:choose"))
    return make(services, person, person.companyId as CompanyId, origin);
  return make(services, person, chosen === null ? "platform" : (chosen as CompanyId), origin);
}

/** For calls without a session: sign-in, reset, the lead form. */
export function publicCaller(services: VerbServices, origin: Origin): Caller {
  return make(services, { type: "public" }, "platform", origin);
}

/** For the program's own work, at start-up and on a schedule. */
export function systemCaller(services: VerbServices, name: string): Caller {
  return make(services, { type: "system", name }, "platform", internal());
}

/**
 * For someone who may see what another person sees: the rules decide as for that person, and the database refuses every
 * write.
 */
export function viewerFor(caller: Caller, seen: Person): Caller {
  return make(caller.services, seen, seen.companyId as CompanyId, { ...caller }, "read only");
}

/** For what a person had done in the background: the rules decide as for that person, in that company. */
export function personJobCaller(services: VerbServices, person: Person, companyId: number): Caller {
  return callerFor(services, person, internal(), companyId);
}

/** For a company's background job. */
export function jobCaller(services: VerbServices, name: string, companyId: number): Caller {
  return make(services, { type: "job", name }, companyId as CompanyId, internal());
}

function make(
  given: VerbServices,
  actor: Actor,
  scope: Scope,
  origin: Origin,
  mode: AccessMode = "read write",
): Caller {
  const services = whole(given);
  const caller = {
    actor,
    company: scope === "platform" ? null : scope,
    requestId: origin.requestId,
    address: origin.address,
    services,
    reads: origin.reads ?? { purpose: "calls" as const },
  };
  return {
    ...caller,
    transact: (work) => transact(caller, scope, { mode, pool: poolFor(caller, scope) }, work),
    readLate: (work) => readLate(caller, scope, work),
  };
}

type Plain = Omit<Caller, "transact" | "readLate" | "services"> & { services: Services };

const inDatabase = { kind: SpanKind.CLIENT, attributes: { "db.system.name": "postgresql" } };

async function transact<T>(
  caller: Plain,
  scope: Scope,
  { mode, pool }: { mode: AccessMode; pool: Pool },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { services, reads } = caller;
  const db = kyselyOver(pool, reads.signal, openingOf(scope, services.access.fenceKey, caller));
  const inTransaction = async (tx: Transaction<DB>) => {
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
  return traced("transaction", inDatabase, () => db.transaction().setAccessMode(mode).execute(inTransaction));
}

async function readLate<T>(caller: Plain, scope: Scope, work: (ctx: LateContext) => Promise<T>): Promise<T> {
  const { services, reads } = caller;
  const { replica } = services;
  const pool = replica?.of(loginOf(scope)) ?? null;
  if (replica !== null && pool !== null)
    try {
      return await transact(caller, scope, { mode: "read only", pool }, (ctx) =>
        replica
          .asOf(async (statement) => (await sql.raw<Replayed>(statement).execute(ctx.db)).rows[0])
          .then((asOf) => work({ ...ctx, asOf })),
      );
    } catch (error) {
      if (error instanceof AppError || reads.signal?.aborted === true || isTimeout(error)) throw error;
      replica.leaveOut(error instanceof Error ? error.message : String(error));
    }
  return transact(caller, scope, { mode: "read only", pool: poolFor(caller, scope) }, (ctx) =>
    work({ ...ctx, asOf: null }),
  );
}

/** A report that is too much for the replica would be too much for the primary. */
const isTimeout = (error: unknown) => (error as { code?: string }).code === "57014";

const loginOf = (scope: Scope) => (scope === "platform" ? "platform" : "app");

function poolFor({ services, reads }: Plain, scope: Scope): Pool {
  return services.pools.of(loginOf(scope), reads.purpose);
}

/** For single statements across the platform, which need no transaction and so two trips to the database less. */
export function onPlatform(services: VerbServices): { db: Database } {
  return { db: kyselyOver(whole(services).pools.of("platform", "calls")) };
}

/** The same object: the type hides from verbs what only this file may use. */
const whole = (services: VerbServices) => services as Services;

function isBackground(actor: Actor): boolean {
  return actor.type === "job" || actor.type === "system";
}

/**
 * Names the company that the transaction acts in, with proof; row-level security limits rows to that company. The call's
 * number goes into the versions of the rows that it changes. Jobs have more time for a statement.
 */
function openingOf(
  scope: Scope,
  fenceKey: string,
  { actor, requestId }: { actor?: Actor; requestId: string },
): string {
  const settings =
    scope === "platform"
      ? actor?.type === "user" && { "app.request": requestId }
      : {
          "app.company": String(scope),
          "app.proof": companyProof(fenceKey, scope),
          "app.request": requestId,
        };
  const set = Object.entries(settings || {}).map(
    ([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, true)`,
  );
  return [
    set.length > 0 && `select ${set.join(", ")}`,
    actor !== undefined && isBackground(actor) && `set local statement_timeout = ${jobStatementMs}`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** Reads within one company, for a thread whose only service is the database. */
export function readIn<T>(
  { pool, fenceKey }: { pool: Pool; fenceKey: string },
  companyId: number,
  read: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const opening = openingOf(companyId as CompanyId, fenceKey, { requestId: "" });
  return kyselyOver(pool, undefined, opening).transaction().setAccessMode("read only").execute(read);
}
