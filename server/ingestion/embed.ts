import type { JobPayload } from "#contract/jobs.ts";
import { jobCaller, systemCaller } from "#server/context.ts";
import { answeringVersions, currentVersions } from "#server/documents/current-versions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { packVectors } from "#engine/index/vectors.ts";
import type { Services } from "#server/services.ts";
import { touchContents } from "#server/themes/store.ts";
import { embedMetered } from "#server/usage/meter.ts";

/** Texts per call: about 10,000 tokens, far below every provider's limit. */
const textsAtOnce = 48;

/**
 * Gives a version's passages vectors of the embedding model in force; vectors of an earlier model are replaced. Safe to
 * repeat. When the company's day is used up the version waits for the next one (`embedMissing`).
 * @throws ModelError, so that the queue tries again
 */
export async function embedVersion(
  services: Services,
  { companyId, versionId }: JobPayload<"embed-version">,
): Promise<void> {
  const endpoint = services.config.embeddings;
  if (endpoint === null) return;
  const caller = jobCaller(services, "embed-version", companyId);
  const { revision, passages } = await caller.transact(async (ctx) => ({
    revision: await revisionOf(ctx, versionId),
    passages: await listPassages(ctx, versionId, endpoint.model),
  }));
  if (passages.length === 0) return;
  const vectors: number[][] = [];
  try {
    for (let from = 0; from < passages.length; from += textsAtOnce) {
      const texts = passages
        .slice(from, from + textsAtOnce)
        .map(({ section, text }) => (section === "" ? text : `${section}\n${text}`));
      const account = { companyId, interactionId: null, purpose: "embedding" as const };
      const signal = AbortSignal.timeout(120_000);
      vectors.push(...(await embedMetered(caller, account, { ...endpoint, texts, signal })));
    }
  } catch (error) {
    if (error instanceof AppError && error.code === "limit_exceeded") return;
    throw error;
  }
  await caller.transact(async (ctx) => {
    // read anew meanwhile (by OCR): these are vectors of other passages, and a job for the new ones is on its way
    if ((await revisionOf(ctx, versionId)) !== revision) return;
    await replaceVectors(ctx, { companyId, versionId }, endpoint.model, vectors);
  });
}

/** Which reading of the version its passages are of; held until the transaction ends. */
async function revisionOf(ctx: Context, versionId: number): Promise<number | undefined> {
  const segment = await ctx.db
    .selectFrom("segments")
    .select("revision")
    .where("version_id", "=", versionId)
    .forShare()
    .executeTakeFirst();
  return segment?.revision;
}

/** Passages of a living current version that has no vectors of the model; in order. */
async function listPassages(ctx: Context, versionId: number, model: string) {
  return ctx.db
    .selectFrom("passages as p")
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.company_id", "=", "p.company_id").onRef("v.id", "=", "p.version_id"),
    )
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .select(["p.text", "p.section"])
    .where("p.version_id", "=", versionId)
    .where("v.status", "=", "ready")
    .where("d.deleted_at", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("vectors as x")
            .select("x.version_id")
            .whereRef("x.version_id", "=", "p.version_id")
            .where("x.model", "=", model),
        ),
      ),
    )
    .orderBy("p.ordinal")
    .execute();
}

async function replaceVectors(
  ctx: Context,
  place: { companyId: number; versionId: number },
  model: string,
  vectors: number[][],
): Promise<void> {
  await ctx.db.deleteFrom("vectors").where("version_id", "=", place.versionId).execute();
  await ctx.db
    .insertInto("vectors")
    .values({
      company_id: place.companyId,
      version_id: place.versionId,
      model,
      dimensions: vectors[0]?.length ?? 0,
      bytes: packVectors(vectors),
    })
    .execute();
  const theme = await ctx.db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .select(["d.company_id", "d.theme_id"])
    .where("v.id", "=", place.versionId)
    .executeTakeFirstOrThrow();
  // what a question may find has changed
  await touchContents(ctx, { company_id: theme.company_id, id: theme.theme_id });
}

const versionsAtOnce = 1_000;

/** Puts every version that lacks vectors of the model in force into the queue: at the start, and every hour. */
export async function embedMissing(services: Services): Promise<void> {
  const endpoint = services.config.embeddings;
  if (endpoint === null) return;
  const missing = await systemCaller(services, "embed-missing").transact((ctx) =>
    listUnembedded(ctx, endpoint.model, versionsAtOnce),
  );
  for (const { company_id: companyId, id: versionId } of missing)
    await jobCaller(services, "embed-missing", companyId).transact((ctx) =>
      ctx.enqueue("embed-version", { companyId, versionId }),
    );
}

/**
 * Versions that answer, or will once they are signed, without vectors of the model: new to it, left over from a failure, or
 * from an earlier model.
 */
function listUnembedded(
  ctx: Context,
  model: string,
  limit: number,
): Promise<{ company_id: number; id: number }[]> {
  return ctx.db
    .selectFrom("document_versions as v")
    .select(["v.company_id", "v.id"])
    .where("v.status", "=", "ready")
    .where((eb) =>
      eb.or([
        eb("v.id", "in", currentVersions(ctx.db).select("v.id")),
        eb("v.id", "in", answeringVersions(ctx.db).select("v.id")),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("vectors as x")
            .select("x.version_id")
            .whereRef("x.version_id", "=", "v.id")
            .where("x.model", "=", model),
        ),
      ),
    )
    .orderBy("v.id")
    .limit(limit)
    .execute();
}
