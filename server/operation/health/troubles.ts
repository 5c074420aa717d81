import disks from "node:fs/promises";
import type { Trouble } from "#contract/operation/health.ts";
import type { Services } from "#server/kernel/services.ts";
import { clockOf } from "#server/platform/database/ask.ts";
import { repeat } from "#server/platform/repeat.ts";

/** A second-factor code is valid for half a minute before and after. */
const mostClockSeconds = 15;
/** Two files of the database's log: it writes nothing without room for the next one. */
const fullBytes = 32 * 1024 * 1024;
/** Free space below which uploads and the database will soon run out. */
export const leastFreeBytes = 5 * 1024 ** 3;
const minute = 60_000;

/** How far the database's clock is from this machine's, as a sentence; null if they agree. */
export function clockTrouble(database: Date, here: Date): string | null {
  const apart = Math.abs(database.getTime() - here.getTime()) / 1000;
  return apart > mostClockSeconds
    ? `The database's clock and this machine's are ${apart.toFixed(0)} s apart. Synchronize both with NTP.`
    : null;
}

/** The room on the disk of a folder, in bytes; null where the system does not report it. */
export async function roomOf(folder: string): Promise<{ free: number; size: number } | null> {
  try {
    const { bavail, blocks, bsize } = await disks.statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}

/** Why nothing can be saved there, as a sentence; null with room left. */
export function diskTrouble(room: { free: number } | null, folder: string): string | null {
  return room !== null && room.free < fullBytes
    ? `The disk under ${folder} is full: what is stored there can be read, but nothing can be saved. Free up space.`
    : null;
}

/**
 * What keeps the installation from working as it should, by part.
 * @throws Error if the database does not respond
 */
export async function findTroubles({ pools, config, clock }: Services): Promise<Map<Trouble, string>> {
  const [database, room] = await Promise.all([clockOf(pools.of("app", "calls")), roomOf(config.dataDir)]);
  const found: [Trouble, string | null][] = [
    ["clock", clockTrouble(database, clock.now())],
    ["disk", diskTrouble(room, config.dataDir)],
  ];
  return new Map(found.filter((one): one is [Trouble, string] => one[1] !== null));
}

/**
 * Logs a trouble when it begins, and its end.
 * @returns a function that stops it
 */
export function watchTroubles(services: Services, everyMs = minute): () => void {
  let known = new Map<Trouble, string>();
  const look = async () => {
    const now = await findTroubles(services);
    for (const [part, says] of now) if (!known.has(part)) services.log.warn({ part }, says);
    for (const part of known.keys())
      if (!now.has(part))
        services.log.info({ part }, part === "clock" ? "the clocks agree again" : "the disk has room again");
    known = now;
  };
  // that the database does not respond is logged elsewhere
  const onError = () => undefined;
  void look().catch(onError);
  return repeat(everyMs, look, onError);
}
