import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Context } from "#server/kernel/context.ts";
import { newTempPassword } from "#server/platform/secrets.ts";
import { verifyPassword } from "#server/identity/users/password-hash.ts";
import { findForSignIn } from "#server/identity/users/shared-store.ts";
import { people, personKeys, type PersonKey } from "./facts/people.ts";

const SignIns = z.object({
  /** False while the demo is being created: the next start resumes an interrupted one. */
  isFinished: z.boolean(),
  passwords: z.record(z.string(), z.string()),
});
export type SignIns = z.infer<typeof SignIns>;

/** The three whose passwords are printed, so that a second start can print them again. */
const printed = personKeys.filter((key) => "signIn" in people[key]);
const fileIn = (dataDir: string) => join(dataDir, "demo-sign-ins.json");

/** @returns null if this folder has no demo */
export function readSignIns(dataDir: string): SignIns | null {
  const file = fileIn(dataDir);
  return existsSync(file) ? SignIns.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
}

export function newSignIns(): SignIns {
  return {
    isFinished: false,
    passwords: Object.fromEntries(printed.map((key) => [people[key].email, newTempPassword()])),
  };
}

/** Written to a temporary file and renamed: an interrupted write leaves the earlier file intact. */
export function keepSignIns(dataDir: string, signIns: SignIns): void {
  const file = fileIn(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(signIns, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A demo person's password: the printed one, or one that no one ever sees. */
export function passwordOf(signIns: SignIns, key: PersonKey): string {
  return signIns.passwords[people[key].email] ?? newTempPassword();
}

const titles = {
  super_admin: "Super admin",
  workspace_admin: "Workspace admin",
  agent: "Agent",
  examiner: "Examiner",
} as const;

/** Lines to print; a password that has since been changed is not shown as valid. */
export async function printSignIns(ctx: Context, signIns: SignIns, publicUrl: string): Promise<string[]> {
  const lines = await Promise.all(
    printed.map(async (key) => {
      const { role, email } = people[key];
      const password = signIns.passwords[email] ?? "";
      const user = await findForSignIn(ctx, email);
      const stillWorks = user !== null && (await verifyPassword(user.password_hash, password));
      return `  ${titles[role].padEnd(16)} ${email.padEnd(32)} ${stillWorks ? password : "(password changed since)"}`;
    }),
  );
  return [`Demo company Corvane Electronics. Sign in at ${publicUrl}/login with:`, ...lines];
}
