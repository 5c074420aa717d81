import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { JobName, JobPayload } from "#contract/jobs.ts";
import type { LiveEvent } from "#contract/notifications.ts";
import { can } from "#contract/permissions.ts";
import type { Permission, Role } from "#contract/permissions.ts";
import { writeAudit } from "./audit/write.ts";
import type { AuditEvent } from "./audit/write.ts";
import { AppError } from "./errors.ts";
import { companyProof, jobStatementMs, kyselyOver } from "./platform/database/database.ts";
import type { Database, Purpose } from "./platform/database/database.ts";
import type { DB } from "./platform/database/schema.gen.ts";
import type { Owner } from "./platform/turns.ts";
import type { Services } from "./services.ts";

declare const companyBrand: unique symbol;
/** A company that this request or job may act in. Only this file makes one. */
export type CompanyId = number & { readonly [companyBrand]: true };

export type Person = {
  type: "user";
  id: number;
  role: Role;
  name: string;
  email: string;
  /** null for a super_admin */
  companyId: number | null;
  sessionId: string;
};

/** Who acts. Closed, so that every record can say it. */
export type Actor =
  | Person
  | { type: "job"; name: string }
  | { type: "public" }
  | { type: "system"; name: string };

/** Where one acts: inside one company, or (super admins, sign-in, start-up) across the platform. */
type Scope = CompanyId | "platform";

/** Who and where, before any transaction: what verbs that talk to the outside world receive. */
export type Caller = {
  actor: Actor;
  company: CompanyId | null;
  requestId: string;
  address: string;
  services: Services;
  /** Which pool the call's transactions take their connections from, and when they are given up. */
  reads: Reads;
  /** Runs the work in one transaction inside the fence; its audit events are part of it, or nothing is. */
  transact<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
};

/** A caller inside a transaction: what verbs receive first. */
export type Context = Omit<Caller, "transact"> & {
  db: Transaction<DB>;
  now: Date;
  audit(event: AuditEvent): void;
  enqueue<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<void>;
  /** Tells open pages; delivered when the transaction commits. */
  announce(to: LiveAddress, event: LiveEvent): Promise<void>;
};

export type LiveAddress = { company: number; permission: Permission } | { user: number };

/** `signal`: a reading call whose caller hangs up takes its statements with it. */
export type Reads = { purpose: Purpose; signal?: AbortSignal };

type Origin = { requestId: string; address: string; reads?: Reads };
const internal = (): Origin => ({ requestId: randomUUID(), address: "" });

/** For a signed-in person: agents and workspace admins act in their own company, a super admin in the one it chose. */
export function callerFor(services: Services, person: Person, origin: Origin, chosen: number | null): Caller {
  if (person.role !== "super_admin") return make(services, person, person.companyId as CompanyId, origin);
  return make(services, person, chosen === null ? "platform" : (chosen as CompanyId), origin);
}

/** For calls without a session: sign-in, reset, the lead form. */
export function publicCaller(services: Services, origin: Origin): Caller {
  return make(services, { type: "public" }, "platform", origin);
}

/** For work of the program itself at start-up and on its own clock. */
export function systemCaller(services: Services, name: string): Caller {
  return make(services, { type: "system", name }, "platform", internal());
}

/** For a background job of one company. */
export function jobCaller(services: Services, name: string, companyId: number): Caller {
  return make(services, { type: "job", name }, companyId as CompanyId, internal());
}

function make(services: Services, actor: Actor, scope: Scope, origin: Origin): Caller {
  const caller = {
    actor,
    company: scope === "platform" ? null : scope,
    requestId: origin.requestId,
    address: origin.address,
    services,
    reads: origin.reads ?? { purpose: "calls" as const },
  };
  return { ...caller, transact: (work) => transact(caller, scope, work) };
}

async function transact<T>(
  caller: Omit<Caller, "transact">,
  scope: Scope,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { services } = caller;
  return databaseFor(caller, scope)
    .transaction()
    .execute(async (tx) => {
      await enter(tx, scope, services.access.fenceKey);
      if (isBackground(caller.actor))
        await sql`set local statement_timeout = ${sql.lit(jobStatementMs)}`.execute(tx);
      const events: AuditEvent[] = [];
      const ctx: Context = {
        ...caller,
        db: tx,
        now: services.clock.now(),
        audit: (event) => void events.push(event),
        enqueue: (name, payload) => services.queue.enqueue(tx, name, payload),
        announce: (to, event) => services.events.announce(tx, to, event),
      };
      const result = await work(ctx);
      await writeAudit(ctx, events);
      return result;
    });
}

function databaseFor({ services, reads }: Omit<Caller, "transact">, scope: Scope): Database {
  const pool = services.pools.of(scope === "platform" ? "platform" : "app", reads.purpose);
  return kyselyOver(pool, reads.signal);
}

function isBackground(actor: Actor): boolean {
  return actor.type === "job" || actor.type === "system";
}

/** Names the company that the transaction acts in, and proves it; the fence shows and takes no other rows. */
async function enter(tx: Transaction<DB>, scope: Scope, fenceKey: string): Promise<void> {
  if (scope === "platform") return;
  await sql`select set_config('app.company', ${String(scope)}, true),
                   set_config('app.proof', ${companyProof(fenceKey, scope)}, true)`.execute(tx);
}

/** Reads inside one company, for a thread of the program that has the database and nothing else. */
export function readIn<T>(
  { db, fenceKey }: { db: Database; fenceKey: string },
  companyId: number,
  read: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (tx) => {
      await enter(tx, companyId as CompanyId, fenceKey);
      return read(tx);
    });
}

/** The company to act in: the caller's own, or the one a super admin named. */
export function requireCompany(ctx: { company: CompanyId | null }, named?: number | null): CompanyId {
  if (ctx.company !== null) {
    if (named != null && named !== ctx.company)
      throw new AppError("not_found", "This company does not exist, or you have no access to it.");
    return ctx.company;
  }
  if (named == null)
    throw new AppError("invalid", "Choose a company first.", {
      fields: { companyId: "Choose a company first." },
    });
  return named as CompanyId;
}

/** The person behind a call that only people make. */
export function personOf(ctx: { actor: Actor }): Person {
  if (ctx.actor.type !== "user") throw new AppError("unauthenticated", "Not authenticated");
  return ctx.actor;
}

/** Whose turn it is in work that companies and their people share. */
export function ownerOf(caller: { actor: Actor; company: CompanyId | null }): Owner {
  return { company: caller.company, person: personOf(caller).id };
}

export function may(ctx: { actor: Actor }, permission: Permission): boolean {
  return ctx.actor.type === "user" && can(ctx.actor.role, permission);
}
