import type * as contract from "#contract/knowledge/look-back.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { countCited, getLookedAt, listAnswers, listPeople, listVersionNumbers } from "./store.ts";

export async function getLookBack(
  ctx: Context,
  { id, ...part }: Input<typeof contract.getLookBack>,
): Promise<Result<typeof contract.getLookBack>> {
  const document = await getLookedAt(ctx, id);
  return {
    name: document.name,
    companyId: document.company_id,
    versions: await listVersionNumbers(ctx, document),
    ...(await countCited(ctx, document, part)),
  };
}

export async function listLookBackPeople(
  ctx: Context,
  { id, page, pageSize, ...part }: Input<typeof contract.listLookBackPeople>,
): Promise<Result<typeof contract.listLookBackPeople>> {
  const document = await getLookedAt(ctx, id);
  const rows = await listPeople(ctx, document, part, { page, pageSize });
  return {
    rows: rows.map(({ is_active: isActive, last_at: lastAt, ...row }) => ({ ...row, isActive, lastAt })),
    total: (await countCited(ctx, document, part)).people,
  };
}

export async function listLookBackAnswers(
  ctx: Context,
  { id, page, pageSize, ...part }: Input<typeof contract.listLookBackAnswers>,
): Promise<Result<typeof contract.listLookBackAnswers>> {
  const document = await getLookedAt(ctx, id);
  const rows = await listAnswers(ctx, document, part, { page, pageSize });
  return {
    rows: rows.map(({ id: interactionId, approved, ...row }) => ({
      ...row,
      interactionId,
      approved: approved === null ? null : { ...approved, at: new Date(approved.at) },
    })),
    total: (await countCited(ctx, document, part)).answers,
  };
}
