import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import type { Encoding } from "#contract/knowledge/documents.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { countEncoded } from "./version-store.ts";

/** How many of the theme's passages have vectors from the current encoder, including unfinished versions. */
export async function getEncoding(ctx: Context, { id }: { id: number }): Promise<Encoding> {
  const theme = await getTheme(ctx, id);
  const served = encoderPort.of(ctx.services);
  const encoder = served?.name ?? null;
  return {
    encoder,
    isWorking: served?.isUsable() ?? true,
    ...(await countEncoded(ctx, theme.id, encoder ?? "")),
  };
}
