import type { Result } from "#contract/kernel/endpoint.ts";
import * as contract from "#contract/identity/second-factor.ts";
import { removeLostSecondFactor } from "#contract/identity/users.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { longRoute, route } from "#server/http/route.ts";
import { findUser } from "#server/identity/users/shared-store.ts";
import { requiresSecondFactor } from "#server/identity/users/second-factor-requirement.ts";
import { removeLostSecondFactor as removeLost } from "./remove-lost.ts";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from "./set-up.ts";
import { listPasskeys } from "./passkey-store.ts";
import { addPasskey, askPasskey, beginPasskey, presentPasskey, removePasskey } from "./passkeys.ts";
import { findFactor } from "./shared-store.ts";

async function getSecondFactor(ctx: Context): Promise<Result<typeof contract.getSecondFactor>> {
  const { id } = personOf(ctx);
  const factor = await findFactor(ctx, id);
  const isOn = factor?.isOn ?? false;
  return {
    isOn,
    isRequired: requiresSecondFactor(await findUser(ctx, id), ctx.services.config, ctx.now),
    since: factor?.since ?? null,
    hasApp: isOn && factor?.secret != null,
    passkeys: (await listPasskeys(ctx, id)).map(presentPasskey),
    recoveryCodesLeft: isOn ? (factor?.codesLeft ?? 0) : 0,
  };
}

export const routes = [
  route(contract.getSecondFactor, getSecondFactor),
  longRoute(contract.beginSecondFactor, beginSecondFactor),
  longRoute(contract.confirmSecondFactor, confirmSecondFactor),
  longRoute(contract.renewRecoveryCodes, renewRecoveryCodes),
  longRoute(contract.removeSecondFactor, removeSecondFactor),
  route(contract.beginPasskey, beginPasskey),
  route(contract.addPasskey, addPasskey),
  route(contract.askPasskey, askPasskey),
  route(contract.removePasskey, removePasskey),
  route(removeLostSecondFactor, removeLost),
];
