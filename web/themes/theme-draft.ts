import type { Theme } from "#contract/themes.ts";

/** The fields that a theme's editor changes together. */
export type ThemeDraft = Pick<
  Theme,
  | "name"
  | "purpose"
  | "guidingInstructions"
  | "modelType"
  | "isActive"
  | "requireSignOff"
  | "fallback"
  | "distributionPartnerTags"
  | "productTags"
  | "topicTags"
  | "stateTags"
> & { workspaceId: number | undefined };
