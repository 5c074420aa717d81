/** An event, and its later consequences. */
export type Act = { at: Date; run(): Promise<Act[]> };

/** Runs acts and their consequences in chronological order: the audit record must not run backwards. */
export async function play(acts: Act[]): Promise<void> {
  const waiting = acts.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const act of await next.run()) {
      const place = waiting.findIndex((other) => other.at > act.at);
      waiting.splice(place === -1 ? waiting.length : place, 0, act);
    }
  }
}
