import * as contract from "#contract/identity/users.ts";
import { personOf } from "#server/kernel/context.ts";
import { listResponse } from "#server/http/response.ts";
import { longRoute, route } from "#server/http/route.ts";
import { listWorkspaceAssignments, setWorkspaceAssignments } from "./assignments.ts";
import { currentUser } from "./current.ts";
import { changeAddress } from "./change-address.ts";
import { inviteUser, reinviteUser } from "./invite.ts";
import { nameYourself } from "./name-yourself.ts";
import { revealTempPassword } from "./reveal-temp-password.ts";
import { listUsers } from "./store.ts";
import { withAccess } from "./theme-access.ts";
import { deactivateUser, updateUser } from "./update.ts";

export const routes = [
  route(contract.getCurrentUser, (ctx) => currentUser(ctx, personOf(ctx).id)),
  route(contract.nameYourself, nameYourself),
  route(contract.listUsers, async (ctx, filters) => {
    const { rows, total } = await listUsers(ctx, filters);
    return listResponse(filters, await withAccess(ctx, filters.ofTheme, rows), total);
  }),
  longRoute(contract.inviteUser, inviteUser),
  longRoute(contract.reinviteUser, reinviteUser),
  route(contract.revealTempPassword, revealTempPassword),
  route(contract.updateUser, updateUser),
  route(contract.changeAddress, changeAddress),
  route(contract.deactivateUser, deactivateUser),
  route(contract.listWorkspaceAssignments, listWorkspaceAssignments),
  route(contract.setWorkspaceAssignments, setWorkspaceAssignments),
];
