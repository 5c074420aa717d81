/** The most connections to the database that each part of a thread opens. */
export type Connections = {
  /** Calls inside one company. */
  app: { calls: number; reports: number };
  /** Calls across companies: sign-in, the lists of super admins. */
  platform: { calls: number; reports: number };
  queue: number;
  /** Themes that load at the same time. */
  search: number;
};

/** A thread that has this many serves a few hundred people; docs/results/scale.md says how it was measured. */
export const usualConnections = 33;

/** With fewer, two calls at once could wait for each other. */
export const fewestConnections = 11;

/** One more connection listens for notices. */
const parts = {
  appCalls: { usual: 12, fewest: 2 },
  appReports: { usual: 2, fewest: 1 },
  platformCalls: { usual: 6, fewest: 2 },
  platformReports: { usual: 2, fewest: 1 },
  queue: { usual: 6, fewest: 3 },
  search: { usual: 4, fewest: 1 },
};

/** Divides a thread's connections among its parts; together with the one that listens they are no more than `most`. */
export function divideConnections(most: number): Connections {
  const grown = (most - fewestConnections) / (usualConnections - fewestConnections);
  const part = (name: keyof typeof parts) => {
    const { usual, fewest } = parts[name];
    return fewest + Math.floor((usual - fewest) * grown);
  };
  return {
    app: { calls: part("appCalls"), reports: part("appReports") },
    platform: { calls: part("platformCalls"), reports: part("platformReports") },
    queue: part("queue"),
    search: part("search"),
  };
}
