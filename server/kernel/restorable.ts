import { restorableDays } from "#contract/kernel/values.ts";
import { AppError } from "#server/platform/errors.ts";

/** Until when a deleted thing can be restored; null: it is in use, or deleted for too long. */
export function restorableUntil(deletedAt: Date | null, now: Date): Date | null {
  if (deletedAt === null) return null;
  const until = new Date(deletedAt.getTime() + restorableDays * 86_400_000);
  return until > now ? until : null;
}

/**
 * @param thing 'theme' or 'company'
 * @throws AppError conflict if it is in use, or deleted for too long
 */
export function requireRestorable(deletedAt: Date | null, now: Date, thing: string): void {
  if (deletedAt === null) throw new AppError("conflict", `This ${thing} has been restored already.`);
  if (restorableUntil(deletedAt, now) === null)
    throw new AppError(
      "conflict",
      `This ${thing} was deleted more than ${restorableDays} days ago and can't be restored. Its record stays readable until its period ends.`,
    );
}

/** The former name is another one's by now; the caller may give a new one. */
export function nameTaken(thing: string, name: string): AppError {
  const message = `Another ${thing} is called '${name}' by now. Restore this one under another name.`;
  return new AppError("conflict", message, { fields: { name: message } });
}
