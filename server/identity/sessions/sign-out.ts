import type { logout } from "#contract/identity/sessions.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Caller } from "#server/kernel/context.ts";
import type { Exchange } from "#server/http/route.ts";
import { companyCookie, sessionCookie } from "./cookie.ts";
import { forgetDevice } from "./known-device.ts";
import { isRemembered } from "./store.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";

export async function signOut(
  caller: Caller,
  _input: object,
  { request, reply }: Exchange,
): Promise<Result<typeof logout>> {
  const person = personOf(caller);
  await caller.transact(async (ctx) => {
    if (!(await isRemembered(ctx, person.sessionId))) await forgetDevice(ctx, person.id, { request, reply });
    await endSessions(ctx, person.id, { only: person.sessionId });
    ctx.audit({
      action: "session.end",
      target: { type: "session", id: person.sessionId },
      company: person.companyId,
    });
  });
  sessionCookie.clear(reply);
  companyCookie.clear(reply, caller.services.config);
  return { success: true };
}
