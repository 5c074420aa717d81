import type { Person } from "#server/kernel/actor.ts";
import type { Context } from "#server/kernel/context.ts";
import { presentUser } from "./present.ts";
import { listUsersById } from "./shared-store.ts";

/** Somebody whose work goes on without them, as an actor without a session; null if they may no longer sign in. */
export async function personInBackground(ctx: Context, id: number): Promise<Person | null> {
  const [user] = await listUsersById(ctx, [id]);
  if (user?.is_active !== true) return null;
  return {
    type: "user",
    id,
    role: presentUser(user).role,
    name: `${user.first_name} ${user.last_name}`.trim() || user.email,
    email: user.email,
    companyId: user.company_id,
    sessionId: "",
  };
}
