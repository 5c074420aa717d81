import { jobCaller } from "#server/context.ts";
import type { Caller } from "#server/context.ts";
import { ModelError } from "#server/platform/models/models.ts";
import { AppError } from "#server/errors.ts";
import { nearest, unpackVectors } from "#server/retrieval/vectors.ts";
import type { Neighbour, VectorBlock } from "#server/retrieval/vectors.ts";
import type { Services } from "#server/services.ts";
import { answeringVersions } from "./current-versions.ts";
import { embedMetered } from "#server/usage/meter.ts";
import type { Account } from "#server/usage/meter.ts";

type ThemePlace = { company_id: number; id: number; content_version: number };

/** The nearest passages of a theme by meaning, where an embedding model is configured. */
export type ThemeVectors = {
  /** null when there is no model, it does not answer in time, or the theme has no vectors of it yet: words alone then do. */
  nearest(
    caller: Caller,
    account: Account,
    theme: ThemePlace,
    question: string,
    options: { limit: number; documents: ReadonlySet<number> | null; signal: AbortSignal },
  ): Promise<Neighbour[] | null>;
};

/** A person waits for the answer; words alone are ready in a millisecond. */
const longestMs = 2_500;
/** Vectors kept in memory; 1,536 dimensions of 80,000 passages. The least recently asked themes leave. */
const maximumBytes = 512 * 1024 * 1024;

type Loaded = { version: number; blocks: Map<number, VectorBlock>; bytes: number };

export function openThemeVectors(services: () => Services): ThemeVectors {
  const themes = new Map<number, Loaded>(); // least recently used first

  async function load(theme: ThemePlace, model: string): Promise<Loaded> {
    const known = themes.get(theme.id);
    themes.delete(theme.id);
    const fresh = known?.version === theme.content_version ? known : await read(services(), theme, model);
    themes.set(theme.id, fresh);
    let total = [...themes.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [id, { bytes }] of themes) {
      if (total <= maximumBytes || themes.size === 1) break;
      themes.delete(id);
      total -= bytes;
    }
    return fresh;
  }

  return {
    async nearest(caller, account, theme, question, { limit, documents, signal }) {
      const endpoint = services().config.embeddings;
      if (endpoint === null) return null;
      const { blocks } = await load(theme, endpoint.model);
      if (blocks.size === 0) return null;
      const clock = AbortSignal.timeout(longestMs);
      try {
        const [vector] = await embedMetered(caller, account, {
          ...endpoint,
          texts: [question],
          signal: AbortSignal.any([signal, clock]),
        });
        return vector === undefined
          ? null
          : await nearest(blocks, vector, { limit, documents: documents ?? undefined });
      } catch (error) {
        signal.throwIfAborted();
        const isPassing =
          clock.aborted ||
          error instanceof ModelError ||
          (error instanceof AppError && error.code === "limit_exceeded");
        if (!isPassing) throw error;
        services().log.warn({ err: error }, "the question could not be embedded; words alone were searched");
        return null;
      }
    },
  };
}

async function read(services: Services, theme: ThemePlace, model: string): Promise<Loaded> {
  const rows = await jobCaller(services, "load-vectors", theme.company_id).transact((ctx) =>
    answeringVersions(ctx.db)
      .innerJoin("vectors as x", (join) =>
        join.onRef("x.company_id", "=", "v.company_id").onRef("x.version_id", "=", "v.id"),
      )
      .select(["x.version_id", "x.dimensions", "x.bytes"])
      .where("d.theme_id", "=", theme.id)
      .where("x.model", "=", model)
      .execute(),
  );
  const blocks = new Map(rows.map((row) => [row.version_id, unpackVectors(row.bytes, row.dimensions)]));
  const bytes = rows.reduce((sum, row) => sum + row.bytes.byteLength, 0);
  return { version: theme.content_version, blocks, bytes };
}
