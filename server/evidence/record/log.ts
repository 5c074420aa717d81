import type { CompanyId } from "#server/kernel/context.ts";

/** The number of the platform's own log; a company's log has the company's. */
export const platformLog = 0;

/** The log that a call is about: the current company's, or the platform's for a super admin without a chosen company. */
export const logOf = (ctx: { company: CompanyId | null }): number => ctx.company ?? platformLog;

/** The company of a log; null: the platform. */
export const companyOf = (log: number): CompanyId | null => (log === platformLog ? null : (log as CompanyId));
