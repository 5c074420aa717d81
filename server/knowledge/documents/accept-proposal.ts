import type { acceptProposal as contract } from "#contract/knowledge/documents.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { updateTheme } from "#server/knowledge/themes/change.ts";
import { proposeTheme } from "./proposal.ts";

/** The words are the program's own, so it reads them itself: the record names them as such, and who took them over. */
export async function acceptProposal(
  ctx: Context,
  { id, version, fields }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const { name, purpose } = await proposeTheme(ctx, { id });
  if (name === null || purpose === null)
    throw new AppError(
      "conflict",
      "None of the theme's documents answers yet, so nothing is proposed. Nothing was changed. Try again once one is read.",
    );
  const proposed = { name, purpose };
  const taken = Object.fromEntries(fields.map((field) => [field, proposed[field]]));
  return updateTheme(ctx, { id, version, ...taken }, "theme.accept-proposal");
}
