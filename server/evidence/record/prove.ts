import type { getRecordProof as contract } from "#contract/evidence/record.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { committed } from "./bundle-files.ts";
import { manifestsOf } from "./bundle-store.ts";
import { answerEvent } from "./event-store.ts";
import { eventsAt } from "./check-store.ts";
import { allErased, erasuresNaming } from "./erasure-store.ts";
import { firstStampedHead, headsBefore } from "./head-store.ts";
import { consistencyPath, inclusionPath } from "#server/platform/log/merkle.ts";
import { pemOf } from "./note.ts";
import { signHead } from "./sign.ts";
import { readStored } from "./stored-entry.ts";
import { hashesOf } from "#server/kernel/log-store.ts";

/** A proof is also compared with the heads of the last hours automatically. */
const latestHeads = 20;

/** The proof of an answer, for handover with it. If no head covers the answer yet, one is signed. */
export async function proveAnswer(
  caller: Caller,
  { interactionId, headSize }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const found = await caller.transact(async (ctx) => {
    const event = await answerEvent(ctx, interactionId);
    if (event === null) throw notFound();
    ctx.audit({
      action: "record.prove",
      target: { type: "interaction", id: interactionId },
      company: event.stream,
    });
    return event;
  });
  const { stream, seq } = found;
  const { line, manifest } = await caller.transact((ctx) => readAnswer(ctx, found, interactionId));
  // signed afterward: it covers the erasure of whatever was missing
  const head = await systemCaller(caller.services, "sign-heads").transact((ctx) => signHead(ctx, stream));
  return caller.transact(async (ctx) => {
    const included = async (place: number) =>
      (await hashesOf(ctx, stream, inclusionPath(place - 1, head.size))).map((hash) =>
        hash.toString("base64"),
      );
    const erasures = [];
    for (const naming of await eventsAt(ctx, stream, await erasuresNaming(ctx, stream, [seq], head.size))) {
      const named = readStored(naming);
      if (named !== null) erasures.push({ event: named, inclusion: await included(naming.seq) });
    }
    const earlier = (await headsBefore(ctx, stream, head.size, latestHeads)).map(({ size }) => size);
    const stamped = await firstStampedHead(ctx, stream, { from: seq, to: head.size });
    for (const size of [headSize, stamped?.size])
      if (size !== undefined && size < head.size && !earlier.includes(size)) earlier.push(size);
    const paths = earlier.map((size) => consistencyPath(size, head.size));
    const between = await hashesOf(ctx, stream, paths.flat());
    return {
      form: "footnote-proof/1" as const,
      event: line,
      manifest: committed(manifest.content, manifest.salt),
      asker: committed(manifest.asker, manifest.asker_salt),
      erasures,
      inclusion: await included(seq),
      head: head.note,
      consistency: earlier.map((size, n) => ({
        size,
        proof: between.splice(0, paths[n]?.length ?? 0).map((hash) => hash.toString("base64")),
      })),
      timestamp:
        stamped === undefined
          ? null
          : {
              head: stamped.note,
              response: stamped.receipt.toString("base64"),
              by: stamped.place,
              at: stamped.delivered_at.toISOString(),
            },
      key: pemOf(head.public_key),
    };
  });
}

/** The event and manifest of an answer. @throws AppError conflict if content is missing that no erasure covers */
async function readAnswer(
  ctx: Context,
  { stream, seq }: { stream: number; seq: number },
  interactionId: number,
) {
  const [event] = await eventsAt(ctx, stream, [seq]);
  const line = event === undefined ? null : readStored(event);
  const [manifest] = await manifestsOf(ctx, stream, [interactionId]);
  const erased = await allErased(ctx, stream);
  const isWhole =
    manifest !== undefined &&
    (manifest.content !== null || erased.answers.has(seq)) &&
    (line?.salt !== null || erased.events.has(seq));
  if (line === null || !isWhole)
    throw new AppError(
      "conflict",
      "This answer cannot be proved: the record was altered. Have the record checked.",
    );
  return { line, manifest };
}
