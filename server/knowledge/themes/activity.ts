import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { activityDays, type getThemeActivity as contract } from "#contract/knowledge/themes.ts";
import type { Context } from "#server/kernel/context.ts";
import { themeActivity } from "./activity-store.ts";

/** The status of each of these themes: its documents, who can ask it, and the questions of the last seven days. */
export async function getThemeActivity(
  ctx: Context,
  { ids, timeZone }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { themes, documents, days } = await themeActivity(ctx, ids, timeZone);
  return themes.map(({ id, workspaces }) => {
    const states = documents.find((row) => row.theme_id === id);
    const own = days.filter((row) => row.theme_id === id);
    const { total = 0, reading = 0, need_you: needYou = 0 } = states ?? {};
    return {
      id,
      workspaces: workspaces ?? 0,
      documents: { ready: total - reading - needYou, reading, needYou },
      days: Array.from({ length: activityDays }, (_, index) => {
        const day = own.find(({ ago }) => ago === activityDays - 1 - index);
        return { asked: day?.asked ?? 0, declined: day?.declined ?? 0 };
      }),
    };
  });
}
