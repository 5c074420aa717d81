import type { FirstQuestion } from "#contract/answering/first-questions.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { portOf } from "#server/kernel/port.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";

/** Questions worth asking a theme; made by asking, so they come after answering. */
export type FirstQuestions = { of(services: VerbServices, theme: ThemeRow): Promise<FirstQuestion[]> };

export const firstQuestions = portOf<FirstQuestions>("first questions");
