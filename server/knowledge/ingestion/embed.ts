import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import type { JobPayload } from "#contract/operation/jobs.ts";
import { EncoderError, passageForm } from "#engine/models/encoder.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import { AppError } from "#server/platform/errors.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { embedOn } from "#server/models/usage/meter.ts";
import { encodeUnits, type UnitVectors } from "#engine/index/unit-vectors.ts";
import { keepPart, listUnencoded, nextPart } from "./vector-store.ts";

/** Texts per call: about 10,000 tokens, far below every provider's limit. */
const textsAtOnce = 48;
/** Passages after which results are saved: a restart repeats at most this many. */
const passagesAtOnce = 4 * textsAtOnce;
/** The queue considers a job lost after five minutes; a book of 10,000 passages takes as many jobs as it needs. */
const longestMs = 120_000;

/**
 * Gives a version's passages vectors from the current encoder, one part at a time; vectors from an earlier encoder are
 * replaced once all are ready. Safe to repeat: it resumes where it stopped. If the company reaches its daily limit, or
 * the encoder does not work, the version waits (`embedMissing`).
 * @throws ModelError, so that the queue retries
 */
export async function embedVersion(
  services: VerbServices,
  payload: JobPayload<"embed-version">,
): Promise<void> {
  const served = encoderPort.of(services);
  if (served === null || !served.isUsable()) return;
  const caller = jobCaller(services, "embed-version", payload.companyId);
  const account = { companyId: payload.companyId, interactionId: null, purpose: "embedding" as const };
  const encoder = served.on(embedOn(caller, account));
  const began = performance.now();
  for (;;) {
    const part = await caller.transact((ctx) =>
      nextPart(ctx, payload.versionId, encoder.name, passagesAtOnce),
    );
    if (part === null) return;
    const vectors: Float32Array[] = [];
    const units: UnitVectors[] | null = served.encodesUnits ? [] : null;
    try {
      for (let from = 0; from < part.passages.length; from += textsAtOnce) {
        const passages = part.passages.slice(from, from + textsAtOnce);
        const signal = AbortSignal.any([services.stopping, AbortSignal.timeout(120_000)]);
        vectors.push(...(await encoder.encode(passages.map(passageForm), "passage", signal)));
        units?.push(...(await encodeUnits(encoder, passages, signal)));
      }
    } catch (error) {
      if (error instanceof AppError && error.code === "limit_exceeded") return;
      if (error instanceof EncoderError) {
        services.log.warn(
          { err: error, versionId: payload.versionId },
          "passages could not be encoded; they wait",
        );
        return;
      }
      throw error;
    }
    const isOver = performance.now() - began > longestMs;
    const state = await caller.transact(async (ctx) => {
      const kept = await keepPart(ctx, payload, encoder.name, part, { vectors, units });
      if (kept === "more" && isOver) await ctx.enqueue("embed-version", payload);
      return kept;
    });
    if (state !== "more" || isOver) return;
  }
}

const versionsAtOnce = 1_000;

/** Queues every version without vectors from the current encoder: at the start, and every hour. */
export async function embedMissing(services: VerbServices): Promise<void> {
  const encoder = encoderPort.of(services);
  if (encoder === null || !encoder.isUsable()) return;
  const missing = await systemCaller(services, "embed-missing").transact((ctx) =>
    listUnencoded(ctx, encoder.name, versionsAtOnce),
  );
  if (missing.length > 0)
    services.log.info(
      { encoder: encoder.name, versions: missing.length },
      "documents wait for their vectors",
    );
  for (const { company_id: companyId, id: versionId } of missing)
    await jobCaller(services, "embed-missing", companyId).transact((ctx) =>
      ctx.enqueue("embed-version", { companyId, versionId }),
    );
}
