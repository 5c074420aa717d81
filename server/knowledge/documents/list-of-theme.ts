import type { Context } from "#server/kernel/context.ts";
import type { ListRequest } from "#server/platform/database/list.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { listDocuments } from "./store.ts";

/** Documents of a theme the caller can access, newest first. */
export async function listOfTheme(ctx: Context, themeId: number, request: ListRequest) {
  return listDocuments(ctx, await getTheme(ctx, themeId), request);
}
