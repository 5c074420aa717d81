import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { giveBack, hashOf, keepResult, takeKey } from "./shared-store.ts";

/** Between looks at a first call that is still running. */
const pauseMs = 50;
/** Longer than a call that creates something takes. */
const longestWaitMs = 20_000;

type Repeated = {
  key: string;
  call: object;
  signal: AbortSignal;
  /** Digests of the files that were sent with the call: of those carried out, or of a repetition's. */
  files?: { carriedOut(): string; repeated(): Promise<string> } | undefined;
};

/** A response: the JSON of its body, with headers of its own; `status` if it is not that of the endpoint. */
type Kept = { text: string; headers?: Record<string, string>; status?: number | undefined };

/**
 * Carries out a call once per key: a repetition, by a second press or after a lost connection, gets the first response.
 * Some responses contain a secret shown once; so the response is kept sealed with the key, of which only a hash is stored.
 * @throws AppError conflict if the key belongs to another call, or the outcome of the first is not known
 */
export async function once(
  caller: Caller,
  { key, call, signal, files }: Repeated,
  carryOut: () => Promise<unknown>,
  /** What is stored of the response; null: a stream, which can't be repeated. */
  keptOf: (result: unknown) => Kept | null,
  responseOf: (kept: Kept) => unknown,
): Promise<unknown> {
  const repeatable = {
    company: caller.company,
    key: digest("name", key).toString("hex"),
    hash: hashOf(call),
  };
  for (let waited = 0; waited <= longestWaitMs; waited += pauseMs) {
    const first = await caller.transact((ctx) => takeKey(ctx, repeatable));
    if (first === "taken") {
      const result = await carryOut().catch(async (error: unknown) => {
        await caller.transact((ctx) => giveBack(ctx, repeatable));
        throw error;
      });
      const response = keptOf(result);
      await caller.transact((ctx) =>
        response === null
          ? giveBack(ctx, repeatable)
          : keepResult(ctx, repeatable, {
              result: seal(key, JSON.stringify({ files: files?.carriedOut() ?? null, ...response })),
            }),
      );
      return result;
    }
    if (!first.hash.equals(repeatable.hash)) throw otherCall();
    if (first.result !== null) {
      const kept = JSON.parse(unseal(key, first.result)) as Kept & { files: string | null };
      if (kept.files !== ((await files?.repeated()) ?? null)) throw otherCall();
      return responseOf(kept);
    }
    await setTimeout(pauseMs, undefined, { signal });
  }
  throw new AppError(
    "conflict",
    "This was already sent, and it is not known whether it was carried out. Look first, then send it again.",
  );
}

const otherCall = () =>
  new AppError("conflict", "This Idempotency-Key was already used with another call. Use a new key.");

const digest = (purpose: "name" | "seal", key: string) =>
  createHash("sha256").update(`${purpose} ${key}`).digest();

const nonceBytes = 12;
const tagBytes = 16;

function seal(key: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", digest("seal", key), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function unseal(key: string, stored: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", digest("seal", key), stored.subarray(0, nonceBytes));
  decipher.setAuthTag(stored.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(stored.subarray(nonceBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}
