import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

/** Whether an active hold names the person. */
export async function isPersonHeld(ctx: Context, companyId: number, userId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("holds")
    .select("id")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("lifted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Person = { id: number; company_id: number; email: string; first_name: string; last_name: string };

/** Everything else that identifies a person or their devices, and their notifications. */
export async function removeTraces(ctx: Context, person: Person): Promise<void> {
  for (const table of [
    "sessions",
    "passkeys",
    "passkey_challenges",
    "recovery_codes",
    "second_factors",
    "known_devices",
    // the identity provider's and directory's identifiers for the person
    "identities",
    "provisioned_people",
    "directory_group_members",
    "password_resets",
    "notification_preferences",
    "notifications",
    // what the person called their chats
    "chats",
  ] as const)
    await ctx.db.deleteFrom(table).where("user_id", "=", person.id).execute();
  await ctx.db
    .updateTable("terms_acceptances")
    .set({ address: "" })
    .where("user_id", "=", person.id)
    .execute();
  const names = [person.email, `${person.first_name} ${person.last_name}`.trim()].filter(
    (name) => name.length > 2,
  );
  for (const name of names)
    await ctx.db
      .deleteFrom("notifications")
      .where("company_id", "=", person.company_id)
      .where(sql<boolean>`strpos(title || ' ' || body, ${name}) > 0`)
      .execute();
}
