import type { Person } from "#server/kernel/actor.ts";
import type { Context } from "#server/kernel/context.ts";
import { presentUser } from "./present.ts";
import { listUsersById, type UserRow } from "./shared-store.ts";

/** Somebody whose work goes on without them; null if they may no longer sign in. */
export async function personInBackground(ctx: Context, id: number): Promise<Person | null> {
  const [user] = await listUsersById(ctx, [id]);
  return user?.is_active === true ? personWithoutSession(user) : null;
}

/** A person as an actor who isn't here. */
export function personWithoutSession(user: UserRow): Person {
  return {
    type: "user",
    id: user.id,
    role: presentUser(user).role,
    name: `${user.first_name} ${user.last_name}`.trim() || user.email,
    email: user.email,
    companyId: user.company_id,
    sessionId: "",
  };
}
