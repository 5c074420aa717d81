import type * as contract from "#contract/answering/ask-as.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { listResponse } from "#server/http/response.ts";
import { presentUser } from "#server/identity/users/present.ts";
import { personToSeeAs } from "#server/identity/users/see-as.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { viewerFor } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import { listOfTheme } from "#server/knowledge/documents/list-of-theme.ts";
import { versionOpenTo } from "#server/knowledge/documents/source.ts";
import { presentTheme } from "#server/knowledge/themes/present.ts";
import { listWithinReach } from "#server/knowledge/themes/shared-store.ts";

/** The themes of another person's workbench, on record before they are read. */
export async function openDeskAs(
  caller: Caller,
  { id }: Input<typeof contract.openDeskAs>,
): Promise<Result<typeof contract.openDeskAs>> {
  const { seen, person } = await caller.transact(async (ctx) => {
    const seen = await personToSeeAs(ctx, id);
    ctx.audit({ action: "user.see-as", target: { type: "user", id }, company: seen.companyId });
    return { seen, person: presentUser(await getUser(ctx, id)) };
  });
  const themes = await viewerFor(caller, seen).transact(async (ctx) => {
    const rows = await listWithinReach(ctx);
    return rows.filter(({ is_open }) => is_open).map((row) => presentTheme(ctx, row));
  });
  return { person, themes };
}

/** The documents that the person finds in a theme, each with the version that opens for them. */
export async function listDocumentsAs(
  caller: Caller,
  { id, themeId, ...request }: Input<typeof contract.listDocumentsAs>,
) {
  const seen = await caller.transact((ctx) => personToSeeAs(ctx, id));
  const { rows, total } = await viewerFor(caller, seen).transact((ctx) => listOfTheme(ctx, themeId, request));
  return listResponse(
    request,
    rows.map((row) => ({
      id: row.id,
      name: row.name,
      version: versionOpenTo(seen, row, undefined),
      answers: row.answering_version !== null,
    })),
    total,
  );
}
