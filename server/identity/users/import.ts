import type { importUsers as contract } from "#contract/identity/user-import.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, requireCompany, type Caller } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { newTempPassword } from "#server/platform/secrets.ts";
import { hashPassword } from "./password-hash.ts";
import { listWorkspaceNames } from "#server/identity/workspaces/shared-store.ts";
import { insertImported, listOwn, listTaken } from "./import-store.ts";
import { normalEmail } from "./import-plan.ts";
import { runImport } from "./run-import.ts";

/** Users per job: a temporary password takes about 25 ms of a core, an email up to a second. */
const perJob = 50;

/**
 * Reports per line what would happen, or imports the valid lines: those users exist at once and cannot sign in until a
 * job has given each a temporary password and sent the email. Lines with a problem change nothing.
 */
export async function importUsers(
  caller: Caller,
  { csv, dryRun, companyId: named }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const read = await runImport(caller, "read", { csv });
  if ("refusal" in read) throw invalid("csv", read.refusal);
  // a placeholder hash that no password matches
  const hash = dryRun ? "" : await hashPassword(newTempPassword());
  const around = await caller.transact(async (ctx) => {
    const companyId = requireCompany(ctx, named);
    const emails = [...new Set(read.lines.flatMap(({ email }) => normalEmail(email) ?? []))];
    // a dry run changes nothing, so it must not reveal who has an account elsewhere either
    const taken = dryRun ? await listOwn(ctx, companyId, emails) : await listTaken(ctx, emails);
    return { companyId, taken, workspaces: await listWorkspaceNames(ctx, companyId) };
  });
  const { companyId, taken, workspaces } = around;
  const planned = await runImport(caller, "plan", { lines: read.lines, taken, workspaces });
  return caller.transact(async (ctx) => {
    const users = planned.flatMap(({ user }) => user ?? []);
    const lines = planned.map(({ line }) => line);
    if (dryRun)
      ctx.audit({
        action: "user.import.try",
        target: { type: "company", id: companyId },
        company: companyId,
        after: { lines: lines.length },
      });
    if (dryRun || users.length === 0) return { lines, invited: users.length };
    const ids = await insertImported(ctx, companyId, users, hash);
    const userIds = [...ids.values()];
    for (let from = 0; from < userIds.length; from += perJob)
      await ctx.enqueue("invite-imported", {
        companyId,
        invitedBy: personOf(ctx).id,
        userIds: userIds.slice(from, from + perJob),
      });
    ctx.audit({
      action: "user.import",
      target: { type: "company", id: companyId },
      company: companyId,
      after: { lines: lines.length, invited: [...ids.keys()] },
    });
    return {
      lines: lines.map((line) =>
        line.outcome !== "invite"
          ? line
          : ids.has(line.email)
            ? { ...line, message: "Invited." }
            : {
                ...line,
                outcome: "exists" as const,
                message: "A user with this email already exists.",
              },
      ),
      invited: ids.size,
    };
  });
}
