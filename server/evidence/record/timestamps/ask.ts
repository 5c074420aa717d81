import { randomBytes } from "node:crypto";
import type { TimestampConfig } from "#server/kernel/config/timestamps.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { bodyWithin } from "#server/platform/body-within.ts";
import { networkFailure } from "#server/platform/network-failure.ts";
import { readTimestamp, TimestampError, timestampRequest } from "./token.ts";

/** Authorities answer within a second; one behind a slow line gets more. */
const patienceMs = 10_000;
/** A token with a chain of certificates has about 6 KB. */
const mostBytes = 64 * 1024;

type Timestamp = {
  /** DER of the whole TimeStampResp, as `openssl ts` reads it. */
  response: Buffer;
  time: Date;
  authority: string;
};

/**
 * Asks an authority for a time stamp over these bytes; only their SHA-256 leaves the installation (RFC 3161, 3.4).
 * @throws TimestampError with a sentence for the operator
 */
export async function askForTimestamp(
  { url, roots }: TimestampConfig,
  bytes: Buffer,
  { guardedFetch, now }: { guardedFetch: GuardedFetch; now: () => Date },
): Promise<Timestamp> {
  const nonce = newNonce();
  const response = await fetchResponse(url, timestampRequest(bytes, nonce), guardedFetch);
  return { response, ...(await readTimestamp(response, { bytes, nonce, roots, now: now() })) };
}

async function fetchResponse(url: URL, body: Buffer, guardedFetch: GuardedFetch): Promise<Buffer> {
  const { target, authorization } = splitCredentials(url);
  try {
    const response = await guardedFetch(target, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query", ...authorization },
      body: new Uint8Array(body),
      timeoutMs: patienceMs,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new TimestampError(`${url.host} answered ${response.status} instead of a time stamp.`);
    }
    if (!/^application\/timestamp-reply\b/i.test(response.headers.get("content-type") ?? "")) {
      await response.body?.cancel();
      throw new TimestampError(`${url.host} answered something other than a time stamp.`);
    }
    const answer = await bodyWithin(response, mostBytes);
    if (answer === null)
      throw new TimestampError(`${url.host} answered with more bytes than any time stamp has.`);
    return answer;
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    throw new TimestampError(networkFailure(error, url.host, patienceMs), { cause: error });
  }
}

/** fetch takes no credentials inside an address. */
function splitCredentials(url: URL): { target: URL; authorization: Record<string, string> } {
  const target = new URL(url);
  if (url.username === "" && url.password === "") return { target, authorization: {} };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  target.username = "";
  target.password = "";
  return { target, authorization: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

/** A positive integer of eight bytes in DER: the first byte neither zero nor negative. */
function newNonce(): Buffer {
  const nonce = randomBytes(8);
  nonce.writeUInt8((nonce.readUInt8(0) & 0x3f) | 0x40, 0);
  return nonce;
}
