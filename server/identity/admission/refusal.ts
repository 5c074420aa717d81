import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { publicCaller } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { VerbServices } from "#server/kernel/services.ts";

type NamedCall = Pick<EndpointSpec, "method" | "permission" | "summary"> & { path: string };

/** Refusals that show who attempted what; reading something absent shows nothing. */
function isRecorded(call: NamedCall, error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  if (error.code === "forbidden" || error.isRecorded) return true;
  const isWrite = call.method !== "GET";
  return isWrite && (error.code === "not_found" || gates.has(error.code));
}

export const gates: ReadonlySet<string> = new Set([
  "password_change_required",
  "terms_not_accepted",
  "second_factor_setup_required",
]);

/** Records the refused call, caller and target in a separate transaction: the call's own was rolled back. */
export async function recordRefusal(
  caller: Caller,
  call: NamedCall,
  params: unknown,
  error: unknown,
  count: number,
): Promise<void> {
  if (caller.actor.type !== "user" || !isRecorded(call, error)) return;
  await caller.transact((ctx) => {
    ctx.audit({
      action: "call.refuse",
      target: { type: "call", id: `${call.method} ${call.path}` },
      after: {
        name: call.summary,
        code: error.code,
        permission: call.permission,
        ...namesIn(params),
        // how often in this hour, once that matters
        ...(count > 5 ? { count } : {}),
      },
      result: "refused",
    });
    return Promise.resolve();
  });
}

/**
 * A call without a sign-in, refused for more than that: an expired or invalid token, another site, a limit. At most one
 * event per address and code in a quarter of an hour, so the record cannot be flooded from outside.
 */
export async function recordStranger(
  services: VerbServices,
  origin: { requestId: string; address: string },
  call: NamedCall,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || !(error.isRecorded || error.code === "forbidden")) return;
  try {
    await services.limits.consume("stranger-event", `${origin.address} ${error.code}`);
  } catch {
    return;
  }
  await publicCaller(services, origin).transact((ctx) => {
    ctx.audit({
      action: "call.refuse",
      target: { type: "call", id: `${call.method} ${call.path}` },
      after: { name: call.summary, code: error.code, permission: call.permission },
      result: "refused",
    });
    return Promise.resolve();
  });
}

/** The path's identifiers, truncated: they come from outside and may be anything. */
function namesIn(params: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [
      name,
      String(value).replaceAll("\u0000", "").slice(0, 64).toWellFormed(),
    ]),
  );
}
