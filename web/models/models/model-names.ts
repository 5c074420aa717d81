import type { Theme } from "#contract/knowledge/themes.ts";

export const modelNames: Record<Theme["modelType"], string> = { smart: "Smart", smarter: "Smarter" };
