import type { JobName, JobPayload } from "#contract/operation/jobs.ts";
import type { LiveEvent } from "#contract/notices/notifications.ts";
import type { Permission } from "#contract/kernel/permissions.ts";
import { permits, type Actor, type Person } from "./actor.ts";
import type { AuditEvent } from "./audit-event.ts";
import { AppError } from "#server/platform/errors.ts";
import type { LiveAddress } from "./events.ts";
import type { DatabaseTransaction, Purpose } from "#server/platform/database/database.ts";
import type { Owner } from "#server/platform/fair-semaphore.ts";
import type { VerbServices } from "./services.ts";

declare const companyBrand: unique symbol;
/**
 * A company that this request or job may act in. Created in `callers.ts` and, from a super admin's choice, by
 * `requireCompany`.
 */
export type CompanyId = number & { readonly [companyBrand]: true };

/** Actor and place, outside any transaction: the first argument of verbs that call external services. */
export type Caller = {
  actor: Actor;
  company: CompanyId | null;
  requestId: string;
  address: string;
  services: VerbServices;
  /** Which pool the call's transactions use, and their timeouts. */
  reads: Reads;
  /** Runs the work in one transaction within the fence; its audit events commit with it or not at all. */
  transact<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  /**
   * Reads what may be some seconds late: figures, never what decides or is quoted. The replica answers if there is one,
   * the primary otherwise; the database refuses every write. `work` may run twice.
   */
  readLate<T>(work: (ctx: LateContext) => Promise<T>): Promise<T>;
};

/** A caller within a transaction: the first argument of verbs. */
export type Context = Omit<Caller, "transact" | "readLate"> & {
  db: DatabaseTransaction;
  now: Date;
  audit(event: AuditEvent): void;
  enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    options?: { afterSeconds?: number },
  ): Promise<void>;
  /** Notifies open pages; delivered when the transaction commits. */
  announce(to: LiveAddress, event: LiveEvent): Promise<void>;
};

/** `asOf`: what was committed by then can be read, and some of what came later; null: everything. */
export type LateContext = Context & { asOf: Date | null };

/** `signal`: when the caller of a read hangs up, its statements are canceled. */
export type Reads = { purpose: Purpose; signal?: AbortSignal };

/** The company to act in: the caller's own, or the one a super admin chose. */
export function requireCompany(ctx: { company: CompanyId | null }, named?: number | null): CompanyId {
  if (ctx.company !== null) {
    if (named != null && named !== ctx.company)
      throw new AppError("not_found", "Company not found, or you don't have access.");
    return ctx.company;
  }
  if (named == null)
    throw new AppError("invalid", "Choose a company first.", {
      fields: { companyId: "Choose a company first." },
    });
  return named as CompanyId;
}

/** The person behind a call that only people may make. */
export function personOf(ctx: { actor: Actor }): Person {
  if (ctx.actor.type !== "user") throw new AppError("unauthenticated", "Not authenticated");
  return ctx.actor;
}

/** The company and person that take a turn at work shared among companies; a company's jobs share one turn. */
export function ownerOf(caller: { actor: Actor; company: CompanyId | null }): Owner {
  return { company: caller.company, person: caller.actor.type === "job" ? 0 : personOf(caller).id };
}

export function may(ctx: { actor: Actor }, permission: Permission): boolean {
  return ctx.actor.type === "user" && permits(ctx.actor, permission);
}
