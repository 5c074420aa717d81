import type { nameYourself as contract } from "#contract/identity/users.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { currentUser } from "./current.ts";
import { allow } from "./policy.ts";
import { presentUser } from "./present.ts";
import { setUser } from "./store.ts";
import { findUser } from "./shared-store.ts";

export async function nameYourself(
  ctx: Context,
  { firstName, lastName, version }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { id } = personOf(ctx);
  const user = await loadToChange(
    ctx,
    { version },
    { table: "users", id, recordedAs: "user" },
    {
      load: async () => allow(ctx, "name-yourself", await findUser(ctx, id)),
      present: presentUser,
      companyOf: ({ company_id }) => company_id,
    },
  );
  const names = { first_name: firstName ?? user.first_name, last_name: lastName ?? user.last_name };
  await setUser(ctx, user, names);
  ctx.audit({
    action: "user.update",
    target: { type: "user", id },
    company: user.company_id,
    before: { firstName: user.first_name, lastName: user.last_name },
    after: { firstName: names.first_name, lastName: names.last_name },
  });
  return currentUser(ctx, id);
}
