import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import type { Person } from "#server/kernel/actor.ts";
import { AppError } from "#server/platform/errors.ts";
import { gates } from "./refusal.ts";
import type { VerbServices } from "#server/kernel/services.ts";

/** The first refusals of a kind are recorded one by one, later ones by their count. */
const oneByOne = 5;
const counts = [10, 100];

/** Wrong secrets have limits of their own, and a directory asks for people who don't exist yet. */
function isFlood(call: { method: string }, { key }: Person, { code, isRecorded }: AppError): boolean {
  if (isRecorded) return false;
  if (code === "not_found") return key === undefined || call.method !== "GET";
  return code === "forbidden" || gates.has(code);
}

/**
 * Counts a refused call of a signed-in person, who must not be able to fill a record that nobody may shorten.
 * @returns how many calls of this kind the session was refused within the hour if that is recorded, else null
 * @throws AppError limit_exceeded in place of the refusal, once the session was refused too often
 */
export async function countRefusal(
  { limits }: VerbServices,
  person: Person,
  call: Pick<EndpointSpec, "method"> & { path: string },
  error: unknown,
): Promise<number | null> {
  if (!(error instanceof AppError)) return null;
  if (!isFlood(call, person, error)) return 1;
  const session = `${person.id} ${person.sessionId}`;
  await limits.consume(
    "refused",
    session,
    "Too many of your calls were refused. Wait before you make others.",
  );
  const kind = `${session} ${error.code} ${call.method} ${call.path}`;
  const { points, remaining } = await limits.consume("refused-kind", kind);
  const count = points - remaining;
  return count <= oneByOne || counts.includes(count) ? count : null;
}
