import type { Config } from "#server/kernel/config/config.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { authorityPlace } from "./authority.ts";
import { bucketPlace } from "./bucket.ts";
import { folderPlace } from "./folder.ts";
import { letterPlace } from "./letter.ts";
import type { Witness } from "./witness.ts";
import { webhookPlace } from "./webhook.ts";

type Tools = { mail: Mail; clock: Clock; guardedFetch: GuardedFetch };

export function openPlaces(
  { recordPlaces, recordTimestamps }: Pick<Config, "recordPlaces" | "recordTimestamps">,
  { mail, clock, guardedFetch }: Tools,
): Witness[] {
  const places = recordPlaces.map((place) => {
    switch (place.kind) {
      case "folder":
        return folderPlace(place.folder);
      case "bucket":
        return bucketPlace(place.url, place.lock, () => clock.now());
      case "webhook":
        return webhookPlace(place.url);
      case "letter":
        return letterPlace(place.to, mail);
    }
  });
  if (recordTimestamps === null) return places;
  return [...places, authorityPlace(recordTimestamps, { guardedFetch, now: () => clock.now() })];
}
