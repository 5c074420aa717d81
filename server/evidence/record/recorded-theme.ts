import { z } from "zod";
import type { getRecordedTheme as contract } from "#contract/evidence/record.ts";
import type { Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { manifestsOf, textsOf } from "./bundle-store.ts";
import { answerEvent } from "./event-store.ts";

const Manifest = z.object({
  theme: z.object({ name: z.string(), purpose: z.string(), instructions: z.string() }),
});

/** The theme at the time of its answer, by the hashes in the answer's manifest. */
export async function recordedTheme(
  ctx: Context,
  { interactionId }: { interactionId: number },
): Promise<Result<typeof contract>> {
  const event = await answerEvent(ctx, interactionId);
  if (event === null) throw notFound();
  const [manifest] = await manifestsOf(ctx, event.stream, [interactionId]);
  if (manifest === undefined || manifest.content === null) throw notFound();
  const { theme } = Manifest.parse(JSON.parse(manifest.content));
  const hashes = [theme.purpose, theme.instructions].map((hash) => Buffer.from(hash, "hex"));
  const kept = await textsOf(ctx, event.stream, { answers: [], hashes });
  const texts = new Map(kept.map(({ sha256, text }) => [sha256.toString("hex"), text]));
  const purpose = texts.get(theme.purpose);
  const instructions = texts.get(theme.instructions);
  if (purpose === undefined || instructions === undefined)
    throw new AppError(
      "conflict",
      "The theme's texts are no longer as they were recorded. Have the record checked.",
    );
  return { name: theme.name, purpose, instructions };
}
