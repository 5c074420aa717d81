import type { listFirstQuestions as contract } from "#contract/answering/first-questions.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { firstQuestions } from "#server/answering/answers/first-questions-port.ts";
import { allow } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";

export async function listFirstQuestions(
  caller: Caller,
  { id }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const theme = await caller.transact(async (ctx) => allow(ctx, "ask", await getTheme(ctx, id)));
  return firstQuestions.of(caller.services).of(caller.services, theme);
}
