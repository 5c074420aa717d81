import type { logout } from "#contract/sessions.ts";
import type { Result } from "#contract/endpoint.ts";
import { personOf } from "#server/context.ts";
import type { Caller } from "#server/context.ts";
import type { Exchange } from "#server/http.ts";
import { clearCookie } from "./cookie.ts";
import { endSessions } from "./store.ts";

export async function signOut(
  caller: Caller,
  _input: object,
  { reply }: Exchange,
): Promise<Result<typeof logout>> {
  const person = personOf(caller);
  await caller.transact(async (ctx) => {
    await endSessions(ctx, person.id, { only: person.sessionId });
    ctx.audit({
      action: "session.end",
      target: { type: "session", id: person.sessionId },
      company: person.companyId,
    });
  });
  clearCookie(reply);
  return { success: true };
}
