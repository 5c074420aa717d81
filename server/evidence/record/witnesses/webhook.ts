import { createHash } from "node:crypto";
import type { Witness } from "./witness.ts";
import { pemOf } from "../note.ts";

const patienceMs = 10_000;

/** An address that receives each head as JSON; any 2xx response means it stored the head. Redirects aren't followed. */
export function webhookWitness(url: string): Witness {
  const { protocol, host } = new URL(url);
  return {
    // the address may contain a secret
    name: `${protocol}//${host} (${createHash("sha256").update(url).digest("hex").slice(0, 8)})`,
    takes: "every head",
    mostAtOnce: 200,
    async put(heads) {
      for (const { stream, size, note, publicKey } of heads) {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ log: stream, size, note, publicKey: pemOf(publicKey) }),
          redirect: "error",
          signal: AbortSignal.timeout(patienceMs),
        });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
      }
      return null;
    },
    reader: null,
    close: () => undefined,
  };
}
