import type { RecordProof } from "#contract/evidence/record.ts";
import type { z } from "zod";
import { toHex } from "#web/kernel/hex.ts";
import { readProof } from "./read-proof.ts";

type Proof = z.output<typeof RecordProof>;
type Bytes = Uint8Array<ArrayBuffer>;

/** What is on the screen. */
export type Shown = { userQuery: string; response: string };

/**
 * Computes the proof again in this browser: the event's line and the neighbors' hashes give the head's root, the manifest gives
 * the commitment in the event, and the manifest has the question and answer that are shown. That the head was signed here,
 * and that heads kept elsewhere agree, is left to the verifier: this server could sign another one.
 * @param shown null: the content was erased
 * @returns null where the browser computes no hashes, because the page is not encrypted
 */
export async function checkProof(proof: Proof, shown: Shown | null): Promise<boolean | null> {
  if (globalThis.crypto.subtle === undefined) return null;
  const { entry, head } = readProof(proof);
  const leaf = await digest([0], bytesOf(proof.event.entry));
  const root = await rootOf(leaf, { index: entry.seq - 1, size: head.size }, proof.inclusion.map(fromBase64));
  if (root === null || toBase64(root) !== head.root) return false;
  const { content, salt } = proof.manifest;
  if (content === null || salt === null) return content === null;
  if ((await keyedHash(fromHex(salt), content)) !== entry.manifest) return false;
  const recorded = JSON.parse(content) as { question?: unknown; answer?: unknown };
  return shown === null || (recorded.question === shown.userQuery && recorded.answer === shown.response);
}

/** The root that a leaf and its neighbors give (RFC 9162, 2.1.3.2); null if the proof is no path through such a tree. */
async function rootOf(
  leaf: Bytes,
  { index, size }: { index: number; size: number },
  proof: readonly Bytes[],
): Promise<Bytes | null> {
  let [first, second, hash] = [index, size - 1, leaf];
  if (first > second) return null;
  for (const sibling of proof) {
    if (second === 0) return null;
    if (first % 2 === 1 || first === second) {
      hash = await digest([1], sibling, hash);
      while (first % 2 === 0 && first !== 0) {
        first = Math.floor(first / 2);
        second = Math.floor(second / 2);
      }
    } else hash = await digest([1], hash, sibling);
    first = Math.floor(first / 2);
    second = Math.floor(second / 2);
  }
  return second === 0 ? hash : null;
}

async function digest(prefix: number[], ...parts: Bytes[]): Promise<Bytes> {
  const whole = new Uint8Array([...prefix, ...parts.flatMap((part) => [...part])]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

async function keyedHash(salt: Bytes, content: string): Promise<string> {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", salt, how, false, ["sign"]);
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(content))));
}

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const toBase64 = (bytes: Bytes) => btoa(String.fromCharCode(...bytes));
const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
