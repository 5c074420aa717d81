import { may, personOf } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { ChatRow } from "./store.ts";

export const allow = policyOf<ChatRow>()({
  // only the asker names or pins a chat
  keep: (ctx, chat) => may(ctx, "history:read") && chat.user_id === personOf(ctx).id && isInReach(ctx, chat),
});
