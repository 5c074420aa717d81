import type * as contract from "#contract/answering/chats.ts";
import type { ChatLine } from "#contract/answering/chats.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { presentEntry } from "#server/answering/interactions/present.ts";
import { listByIds } from "#server/answering/interactions/shared-store.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { getChat as findChat, listKept, listQuestions, type ChatRow } from "./store.ts";

/** Longer chats begin at the question that was named, or with these. */
const mostEntries = 200;
/** More would need pages, and nobody names that many. */
const mostKept = 200;

export async function getChat(
  ctx: Context,
  { id }: Input<typeof contract.getChat>,
): Promise<Result<typeof contract.getChat>> {
  const chat = await findChat(ctx, id);
  const { ids, isWriting } = await listQuestions(ctx, chat, { from: id, most: mostEntries });
  const isOwn = chat.user_id === personOf(ctx).id;
  return {
    id: chat.id,
    sessionId: chat.session_id,
    name: isOwn ? (chat.name ?? "") : "",
    isPinned: isOwn && chat.pinned_at !== null,
    person: isOwn ? null : { name: chat.user_name },
    isWriting,
    entries: (await listByIds(ctx, ids)).map(presentEntry),
  };
}

export async function listChats(
  ctx: Context,
  { search }: Input<typeof contract.listChats>,
): Promise<Result<typeof contract.listChats>> {
  return (await listKept(ctx, search, mostKept)).map(presentLine);
}

export function presentLine(
  row: Pick<ChatRow, "id" | "name" | "pinned_at" | "question" | "theme_name" | "updated_at" | "created_at">,
): ChatLine {
  return {
    id: row.id,
    name: row.name ?? "",
    isPinned: row.pinned_at !== null,
    question: row.question,
    themeName: row.theme_name,
    keptAt: (row.updated_at ?? row.created_at).toISOString(),
  };
}
