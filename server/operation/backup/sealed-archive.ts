import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { keyOf, newLock, opening, sealing, type Lock } from "./envelope.ts";
import { lockName } from "./manifest.ts";
import { readingPart, type Archive } from "./archive.ts";

export const shortestPassphrase = 12;

/** An archive that seals every part with the passphrase; without one, the archive itself. */
export async function sealArchive(archive: Archive, passphrase: string | null): Promise<Archive> {
  if (passphrase === null) return archive;
  if (passphrase.length < shortestPassphrase)
    throw new ConfigError(`BACKUP_PASSPHRASE needs at least ${shortestPassphrase} characters.`);
  const lock = newLock();
  await archive.write(lockName, Readable.from([Buffer.from(JSON.stringify(lock))]));
  return sealedBy(archive, keyOf(passphrase, lock));
}

/** A backup opened for reading, with the passphrase if it is sealed. */
export async function openSealed(archive: Archive, passphrase: string | null): Promise<Archive> {
  if (!(await archive.has(lockName))) return archive;
  if (passphrase === null)
    throw new ConfigError(`The backup in ${archive.describe} is encrypted. Set BACKUP_PASSPHRASE.`);
  return sealedBy(
    archive,
    await readingPart(archive, lockName, async () =>
      keyOf(passphrase, JSON.parse((await buffer(await archive.read(lockName))).toString("utf8")) as Lock),
    ),
  );
}

function sealedBy(archive: Archive, key: Buffer): Archive {
  return {
    ...archive,
    write: (name, bytes) => archive.write(name, through(bytes, sealing(key, name))),
    read: async (name) => through(await archive.read(name), opening(key, name)),
  };
}

/** One stream through another, with the errors of both at its end. */
export function through<Out extends Readable>(source: Readable, transform: Out & NodeJS.WritableStream): Out {
  void pipeline(source, transform).catch((error: Error) => transform.destroy(error));
  return transform;
}
