import type * as contract from "#contract/answering/approved-answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, requireCompany, type Context } from "#server/kernel/context.ts";
import { afterChange } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { findApprovalRules, saveApprovalRules } from "./rules-store.ts";

export function getApprovalRules(
  ctx: Context,
  { companyId }: Input<typeof contract.getApprovalRules>,
): Promise<Result<typeof contract.getApprovalRules>> {
  return findApprovalRules(ctx, requireCompany(ctx, companyId));
}

export async function setApprovalRules(
  ctx: Context,
  { companyId, version, ...given }: Input<typeof contract.setApprovalRules>,
): Promise<Result<typeof contract.setApprovalRules>> {
  const company = requireCompany(ctx, companyId);
  const { version: _, ...before } = await loadToChange(
    ctx,
    { version },
    { table: "approval_rules", key: "company_id", id: company, recordedAs: "company" },
    { load: () => findApprovalRules(ctx, company), present: (row) => row },
  );
  const after = afterChange(before, given);
  await saveApprovalRules(ctx, company, after);
  ctx.audit({
    action: "approved-answer.set-rules",
    target: { type: "company", id: company },
    company,
    before,
    after,
  });
  return findApprovalRules(ctx, company);
}

/** Why the caller can't approve words by this author; null if they can. */
export async function approvalRefusal(
  ctx: Context,
  companyId: number,
  authorId: number,
): Promise<string | null> {
  const person = personOf(ctx);
  if (person.key !== undefined) return "A program proposes an answer; a person approves it.";
  if (person.id !== authorId) return null;
  const { otherApprover } = await findApprovalRules(ctx, companyId);
  return otherApprover ? "In your company, someone other than the author approves an answer." : null;
}
