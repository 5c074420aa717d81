import type { Theme } from "#contract/knowledge/themes.ts";

/** The fields that a theme's editor changes together. */
export type ThemeDraft = Pick<
  Theme,
  | "name"
  | "purpose"
  | "guidingInstructions"
  | "modelType"
  | "isActive"
  | "requireSignOff"
  | "requireApproval"
  | "fallback"
  | "distributionPartnerTags"
  | "productTags"
  | "topicTags"
  | "stateTags"
> & { workspaceId: number | undefined };

export function draftOf(theme: Theme | null): ThemeDraft {
  return {
    name: theme?.name ?? "",
    purpose: theme?.purpose ?? "",
    guidingInstructions: theme?.guidingInstructions ?? "",
    modelType: theme?.modelType ?? "smart",
    isActive: theme === null || theme.isActive || theme.isClosed,
    requireSignOff: theme?.requireSignOff ?? false,
    requireApproval: theme?.requireApproval ?? false,
    fallback: theme?.fallback ?? "quotes",
    distributionPartnerTags: theme?.distributionPartnerTags ?? [],
    productTags: theme?.productTags ?? [],
    topicTags: theme?.topicTags ?? [],
    stateTags: theme?.stateTags ?? [],
    workspaceId: theme?.workspaceId,
  };
}
