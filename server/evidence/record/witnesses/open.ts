import type { Config } from "#server/kernel/config/config.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { authorityWitness } from "./authority.ts";
import { bucketWitness } from "./bucket.ts";
import { folderWitness } from "./folder.ts";
import { letterWitness } from "./letter.ts";
import type { Witness } from "./witness.ts";
import { webhookWitness } from "./webhook.ts";

type Tools = { mail: Mail; clock: Clock; guardedFetch: GuardedFetch };

export function openWitnesses(
  { recordWitnesses, recordTimestamps }: Pick<Config, "recordWitnesses" | "recordTimestamps">,
  { mail, clock, guardedFetch }: Tools,
): Witness[] {
  const witnesses = recordWitnesses.map((witness) => {
    switch (witness.kind) {
      case "folder":
        return folderWitness(witness.folder);
      case "bucket":
        return bucketWitness(witness.url, witness.lock, () => clock.now());
      case "webhook":
        return webhookWitness(witness.url);
      case "letter":
        return letterWitness(witness.to, mail);
    }
  });
  if (recordTimestamps === null) return witnesses;
  return [...witnesses, authorityWitness(recordTimestamps, { guardedFetch, now: () => clock.now() })];
}
