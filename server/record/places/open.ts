import type { PlaceConfig } from "#server/config/places.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { Clock } from "#server/platform/clock.ts";
import { bucketPlace } from "./bucket.ts";
import { folderPlace } from "./folder.ts";
import { letterPlace } from "./letter.ts";
import type { Place } from "./place.ts";
import { webhookPlace } from "./webhook.ts";

export function openPlaces(places: PlaceConfig[], { mail, clock }: { mail: Mail; clock: Clock }): Place[] {
  return places.map((place) => {
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
}
