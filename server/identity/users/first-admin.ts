import { randomBytes } from "node:crypto";
import { adminPasswordMinimum } from "#contract/identity/sessions.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { hashPassword } from "./password-hash.ts";
import { hasUsers, insertUser } from "./store.ts";

/** The first super_admin of an empty database; a generated password is printed once. */
export async function ensureAdmin(services: VerbServices): Promise<string[]> {
  const { admin, scenario } = services.config;
  if (admin === null && scenario === "demo") return [];
  const email = admin?.email ?? "admin@footnote.local";
  const system = systemCaller(services, "first-start");
  if (await system.transact(hasUsers)) return [];
  const password = admin?.password ?? randomBytes(12).toString("base64url");
  const hash = await hashPassword(password);
  await system.transact(async (ctx) => {
    const id = await insertUser(ctx, {
      company_id: null,
      email,
      first_name: "",
      last_name: "",
      role: "super_admin",
      password_hash: hash,
      must_change_password: false,
    });
    ctx.audit({ action: "user.create", target: { type: "user", id }, after: { email, role: "super_admin" } });
  });
  if (admin === null || admin.password === null)
    return [`First super admin: ${email}  password: ${password}  (shown once)`];
  // refusing to start would help nobody: a notice to the person does
  return [...password].length < adminPasswordMinimum
    ? [`ADMIN_PASSWORD has fewer than ${adminPasswordMinimum} characters: change it after signing in.`]
    : [];
}
