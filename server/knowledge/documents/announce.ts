import type { LiveEvent } from "#contract/notices/notifications.ts";
import type { Context } from "#server/kernel/context.ts";

type DocumentKey = { company_id: number; theme_id: number; document_id: number };
type LiveProgress = Extract<LiveEvent, { type: "document" }>["progress"];
type State = Pick<Extract<LiveEvent, { type: "document" }>, "status"> & { progress?: LiveProgress };

/** Notifies the open pages of people who may list a document about its change, once the transaction commits. */
export function announceDocument(
  ctx: Context,
  { company_id, theme_id, document_id }: DocumentKey,
  { status, progress }: State,
): Promise<void> {
  return ctx.announce(
    { company: company_id, permission: "document:list" },
    { type: "document", themeId: theme_id, documentId: document_id, status, progress: progress ?? null },
  );
}
