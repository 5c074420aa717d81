import { daysOfNotice, type CatalogEntry, type Retirement } from "#contract/models/models.ts";

const dayMs = 86_400_000;

/** Whole days from today (UTC) to a model's retirement; 0 or less: it is retired. */
export function daysUntil(retiresOn: string, now: Date): number {
  return Math.round((Date.parse(retiresOn) - Date.parse(now.toISOString().slice(0, 10))) / dayMs);
}

/** null for a model without a retirement date. */
export function retirementOf(
  entry: Pick<CatalogEntry, "name" | "retiresOn" | "successor"> | null,
  now: Date,
): Retirement | null {
  if (entry === null || entry.retiresOn === null) return null;
  const days = daysUntil(entry.retiresOn, now);
  if (days > daysOfNotice) return null;
  const { name, retiresOn, successor } = entry;
  const isPast = days <= 0;
  const date = new Date(retiresOn).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  const end = isPast
    ? `The provider retired ${name} on ${date}.`
    : `The provider retires ${name} on ${date}, in ${days} ${days === 1 ? "day" : "days"}.`;
  const next = successor === null ? "Choose another model." : `Its successor is ${successor}.`;
  return { retiresOn, isPast, successor, message: `${end} ${next}` };
}
