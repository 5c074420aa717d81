import type { Context } from "#server/context.ts";

export function listSuperAdmins(ctx: Context): Promise<{ id: number; email: string }[]> {
  return ctx.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("role", "=", "super_admin")
    .where("is_active", "=", true)
    .execute();
}
