import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { AppError } from "#server/platform/errors.ts";

/**
 * How long a password given in a session satisfies calls that ask for it again: long enough for one piece of work, too
 * short for a screen left open over lunch.
 */
const minutes = 15;

export function proofValidUntil(provedAt: Date): Date {
  return new Date(provedAt.getTime() + minutes * 60_000);
}

export function isFresh(provedAt: Date, now: Date): boolean {
  return proofValidUntil(provedAt) > now;
}

/** @throws AppError proof_required */
export function checkProof(spec: EndpointSpec, input: object, provedAt: Date | null, now: Date): void {
  if (!asksForProof(spec, input) || (provedAt !== null && isFresh(provedAt, now))) return;
  throw new AppError(
    "proof_required",
    `Enter your password again first: you last entered it more than ${minutes} minutes ago. Nothing was changed.`,
    { isRecorded: true },
  );
}

function asksForProof({ stepUp }: EndpointSpec, input: object): boolean {
  if (stepUp === undefined || stepUp === true) return stepUp === true;
  const given = new Map<string, unknown>(Object.entries(input));
  return stepUp.some((asking) => {
    const [field = "", value] = asking.split("=");
    return value === undefined ? given.get(field) !== undefined : String(given.get(field)) === value;
  });
}
