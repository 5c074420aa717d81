import type * as contract from "#contract/answering/chats.ts";
import type { ChatLine } from "#contract/answering/chats.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { allow } from "./policy.ts";
import { presentLine } from "./read.ts";
import { getChat, keepChat } from "./store.ts";

export function nameChat(ctx: Context, { id, name }: Input<typeof contract.nameChat>): Promise<ChatLine> {
  return keep(ctx, id, { name });
}

export function pinChat(ctx: Context, { id, isPinned }: Input<typeof contract.pinChat>): Promise<ChatLine> {
  return keep(ctx, id, { pinned_at: isPinned ? ctx.now : null });
}

async function keep(
  ctx: Context,
  id: number,
  values: { name: string } | { pinned_at: Date | null },
): Promise<ChatLine> {
  const chat = allow(ctx, "keep", await getChat(ctx, id));
  await keepChat(ctx, chat, values);
  const [before, after] = [presentLine(chat), presentLine(await getChat(ctx, id))];
  ctx.audit({
    action: "chat.update",
    target: { type: "interaction", id: chat.id },
    company: chat.company_id,
    before: { name: before.name, isPinned: before.isPinned },
    after: { name: after.name, isPinned: after.isPinned },
  });
  return after;
}
