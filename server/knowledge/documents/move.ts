import type { moveDocument as contract } from "#contract/knowledge/transfers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError, invalid, notFound } from "#server/platform/errors.ts";
import { allow as allowTheme } from "#server/knowledge/themes/policy.ts";
import { getTheme, touchContents } from "#server/knowledge/themes/shared-store.ts";
import { announceDocument } from "./announce.ts";
import { isThemeHeld, setThemeOf } from "./move-store.ts";
import { allow } from "./policy.ts";
import { presentDocument } from "./present.ts";
import { waitTurn } from "./store.ts";
import { getDocument } from "./shared-store.ts";
import { findDuplicate } from "./version-store.ts";

/** All its versions come along; earlier answers keep their sources, which name the document and not its theme. */
export async function moveDocument(
  ctx: Context,
  { id, themeId }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const before = allow(ctx, "edit", await getDocument(ctx, id));
  const theme = allowTheme(ctx, "upload", await getTheme(ctx, themeId));
  if (theme.company_id !== before.company_id) throw notFound();
  // in one order, so that two who move in opposite directions wait for one another
  for (const place of [before.theme_id, theme.id].toSorted((a, b) => a - b))
    await waitTurn(ctx, { company_id: theme.company_id, id: place });
  const document = allow(ctx, "edit", await getDocument(ctx, id));
  const from = { company_id: document.company_id, id: document.theme_id };
  if (from.id === theme.id) throw invalid("themeId", "The document is already in this theme.");
  if (document.status === "processing")
    throw new AppError("conflict", "This document is still being read. Move it when it is ready.");
  if (await isThemeHeld(ctx, from))
    throw new AppError(
      "conflict",
      "A legal hold covers the documents of this theme. Until it is lifted, none of them leaves it.",
    );
  if (theme.require_approval)
    throw new AppError(
      "conflict",
      `Changes of '${theme.name}' are tried and approved first. Upload the file there instead.`,
    );
  const twin = await findDuplicate(ctx, theme, document.sha256);
  if (twin !== null)
    throw new AppError("conflict", `This file is already in '${theme.name}', as '${twin.name}'.`);
  await setThemeOf(ctx, document, theme);
  for (const place of [from, theme]) await touchContents(ctx, place);
  ctx.audit({
    action: "document.move",
    target: { type: "document", id },
    company: document.company_id,
    before: { name: document.name, themeId: from.id },
    after: { name: document.name, themeId: theme.id },
  });
  await announceDocument(ctx, { ...document, document_id: id }, { status: "deleted" });
  const moved = await getDocument(ctx, id);
  await announceDocument(
    ctx,
    { ...moved, document_id: id },
    { status: document.status as "ready" | "failed" },
  );
  return presentDocument(moved);
}
