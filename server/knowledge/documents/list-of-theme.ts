import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { listBelow, listDocuments, listNamesakes, type DocumentsRequest } from "./store.ts";

/** Documents of a theme the caller can access, by their ids from the newest down, and how many the theme has. */
export async function walkTheme(
  ctx: Context,
  { themeId, ...which }: { themeId: number } & Parameters<typeof listBelow>[2],
) {
  const theme = await getTheme(ctx, themeId);
  return { rows: await listBelow(ctx, theme, which), total: theme.document_count ?? 0 };
}

/** Documents of a theme the caller can access, newest first. */
export async function listOfTheme(ctx: Context, themeId: number, request: DocumentsRequest) {
  return listDocuments(ctx, await getTheme(ctx, themeId), request);
}

/** Other documents of the theme with the same name. */
export const namesakesOf = listNamesakes;
