import type { Command } from "./command.ts";

type Recent = Pick<Command, "id" | "label" | "note"> & { leads: NonNullable<Command["leads"]> };

const most = 5;
const nameOf = (userId: number) => `commands:recent:${userId}`;

/** Cleared when the tab closes: the next person at the machine finds nothing. */
export function readRecent(userId: number): Recent[] {
  try {
    // only the function below writes it
    return JSON.parse(sessionStorage.getItem(nameOf(userId)) ?? "[]") as Recent[];
  } catch {
    return [];
  }
}

export function keepRecent(userId: number, { id, label, note, leads }: Command): void {
  if (leads === undefined) return;
  const own = id.replace(/^recent-/, "");
  const others = readRecent(userId).filter((recent) => recent.id !== own);
  const kept = [{ id: own, label, ...(note === undefined ? {} : { note }), leads }, ...others].slice(0, most);
  sessionStorage.setItem(nameOf(userId), JSON.stringify(kept));
}
