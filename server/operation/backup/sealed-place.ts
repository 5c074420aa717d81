import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { keyOf, newLock, opening, sealing } from "./envelope.ts";
import type { Lock } from "./envelope.ts";
import { lockName } from "./manifest.ts";
import { readingPart } from "./place.ts";
import type { Place } from "./place.ts";

export const shortestPassphrase = 12;

/** A place that seals every part with the passphrase; without one, the place itself. */
export async function sealPlace(place: Place, passphrase: string | null): Promise<Place> {
  if (passphrase === null) return place;
  if (passphrase.length < shortestPassphrase)
    throw new ConfigError(`BACKUP_PASSPHRASE needs at least ${shortestPassphrase} characters.`);
  const lock = newLock();
  await place.write(lockName, Readable.from([Buffer.from(JSON.stringify(lock))]));
  return sealedBy(place, keyOf(passphrase, lock));
}

/** A backup opened for reading, with the passphrase if it is sealed. */
export async function openSealed(place: Place, passphrase: string | null): Promise<Place> {
  if (!(await place.has(lockName))) return place;
  if (passphrase === null)
    throw new ConfigError(`The backup in ${place.describe} is encrypted. Set BACKUP_PASSPHRASE.`);
  return sealedBy(
    place,
    await readingPart(place, lockName, async () =>
      keyOf(passphrase, JSON.parse((await buffer(await place.read(lockName))).toString("utf8")) as Lock),
    ),
  );
}

function sealedBy(place: Place, key: Buffer): Place {
  return {
    ...place,
    write: (name, bytes) => place.write(name, through(bytes, sealing(key, name))),
    read: async (name) => through(await place.read(name), opening(key, name)),
  };
}

/** One stream through another, with the errors of both at its end. */
export function through<Out extends Readable>(source: Readable, transform: Out & NodeJS.WritableStream): Out {
  void pipeline(source, transform).catch((error: Error) => transform.destroy(error));
  return transform;
}
