/** Fields that differ between two runs of the same calls: clocks, durations, and ids of requests. */
const ofTheMoment = new Set(["requestId", "timings", "tempPassword", "lastLoginAt"]);
const timestamp = /^\d{4}-\d\d-\d\dT/;
/** Names that `buildCompany` draws at random. */
const random = /[0-9a-f]{8,16}(?=@example\.com$)|(?<=^company-)[0-9a-f]{16}$/g;

/** A reply as text in which two engines must agree. Which thing an id names is the model's to check. */
export function normalized(value: unknown): string {
  return JSON.stringify(value, (key: string, found: unknown) => {
    if (ofTheMoment.has(key)) return undefined;
    if (typeof found === "string") return timestamp.test(found) ? "a time" : found.replace(random, "random");
    if (Array.isArray(found) && key.endsWith("Ids")) return `${found.length} ids`;
    return typeof found === "number" && /^(?:id|\w+Id)$/.test(key) ? "an id" : found;
  });
}
