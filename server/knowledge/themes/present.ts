import { Fallback, HeldChange, type Theme } from "#contract/knowledge/themes.ts";
import { may, type Context } from "#server/kernel/context.ts";
import { ModelType } from "#contract/kernel/values.ts";
import type { ThemeRow } from "./shared-store.ts";

/** Model instructions are for their authors; askers see the purpose. */
export function presentTheme(ctx: Context, row: ThemeRow): Theme {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    workspaceId: row.workspace_id,
    name: row.name,
    purpose: row.purpose,
    guidingInstructions: may(ctx, "theme:edit") ? row.guiding_instructions : "",
    modelType: ModelType.parse(row.model_type),
    isActive: row.is_open,
    isClosed: row.is_active && !row.is_open,
    requireSignOff: row.require_sign_off,
    requireApproval: row.require_approval,
    moreFormats: row.more_formats,
    heldChange: may(ctx, "theme:edit") ? heldOf(row) : null,
    fallback: Fallback.parse(row.fallback),
    distributionPartnerTags: row.distribution_partner_tags,
    productTags: row.product_tags,
    topicTags: row.topic_tags,
    stateTags: row.state_tags,
    documentCount: row.document_count ?? 0,
    agentCount: row.agent_count ?? 0,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export const heldOf = ({ held_change }: Pick<ThemeRow, "held_change">): HeldChange | null =>
  held_change === null ? null : HeldChange.parse(held_change);
