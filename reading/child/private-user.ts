import { readdirSync, readFileSync } from "node:fs";

type Range = { from: number; to: number };

/**
 * User and group ids that systemd's division of the ids leaves unused (60706 to 61183, systemd.io/UIDS-GIDS), and that no
 * distribution assigns. Two ranges, so that no reader of documents ever has the database's.
 */
export const databaseUsers: Range = { from: 60_706, to: 60_899 };
export const readerUsers: Range = { from: 60_900, to: 61_183 };

/**
 * An id for a user and its group that no account and no running process has. `kept`: the one used so far, if it is one.
 * @returns null if all are taken
 */
export function privateUser({ from, to }: Range, kept?: number): number | null {
  const taken = takenIds();
  if (kept !== undefined && kept >= from && kept <= to && !taken.has(kept)) return kept;
  const free = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((id) => !taken.has(id));
  // at random: two programs that look at the same time rarely agree
  return free[Math.floor(Math.random() * free.length)] ?? null;
}

/** Ids of accounts and groups of this machine, and of everything that runs on it. */
function takenIds(): Set<number> {
  const taken = new Set<number>();
  const add = (ids: string[]) => ids.forEach((id) => taken.add(Number(id)));
  for (const file of ["/etc/passwd", "/etc/group"])
    for (const line of textOf(file).split("\n")) add(line.split(":").slice(2, 4).filter(isId));
  for (const entry of readdirSync("/proc").filter(isId))
    for (const line of textOf(`/proc/${entry}/status`).match(/^(?:Uid|Gid|Groups):.*$/gm) ?? [])
      add(line.split(/\s+/).filter(isId));
  return taken;
}

const isId = (text: string) => /^\d+$/.test(text);

/** '' if there is none: a process may have just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
