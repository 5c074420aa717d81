import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { loginOf, withLogin, type Access, type Connection } from "./access.ts";
import { withClient } from "./client.ts";
import { openReplicaPool } from "./database.ts";

/** How late the replica is, for those who watch it. */
export type ReplicaState =
  | { answers: true; delaySeconds: number }
  /** `says`: why the primary answers instead. */
  | { answers: false; says: string };

/** A streaming standby of the primary, for reads that may be late. */
export type Replica = {
  /** Null: it is away, too late, or no standby of this database; the primary answers instead. */
  of(login: "app" | "platform"): pg.Pool | null;
  /** Everything committed by this time has been replayed there. @throws Error if the server is no standby any more */
  asOf(run: Run): Promise<Date>;
  state(): ReplicaState;
  /** After a failure: the primary answers until the next look succeeds. */
  leaveOut(says: string): void;
  close(): Promise<void>;
};

/** Runs a statement on the replica. */
type Run = (statement: string) => Promise<Replayed | undefined>;
export type Replayed = {
  position: string | null;
  replayed_at: Date | null;
  system: string;
  standby: boolean;
};
type Written = { position: string; now: Date; system: string };

/** A point of the primary's log, and a time by which everything before it was committed. */
type Mark = { position: bigint; at: Date };

const lookMs = 2_000;
/** Figures older than this come from the primary, however loaded it is. */
export const latestMs = 3_600_000;
const mostMarks = latestMs / lookMs;

const system = "(select system_identifier::text from pg_control_system()) as system";
/** The time first: whatever was committed by then is before the position. */
const askPrimary = `select clock_timestamp() as now, (pg_current_wal_lsn() - '0/0')::text as position, ${system}`;
const askReplica = `select (pg_last_wal_replay_lsn() - '0/0')::text as position, pg_last_xact_replay_timestamp() as replayed_at,
  pg_is_in_recovery() as standby, ${system}`;

/**
 * Looks every two seconds how far the primary has written and the replica has replayed. The delay follows from positions
 * in the log, so neither an idle primary nor a clock that is wrong changes it.
 */
export async function openReplica(
  connections: Record<"app" | "platform", Connection>,
  { primary, size, log }: { primary: pg.Pool; size: number; log: Logger },
): Promise<Replica> {
  const pools = {
    app: openReplicaPool(connections.app, size),
    platform: openReplicaPool(connections.platform, size),
  };
  for (const pool of Object.values(pools)) pool.on("error", ({ message }) => leaveOut(message));
  const marks: Mark[] = [];
  let state: ReplicaState = { answers: false, says: "It was not asked yet." };
  let known = "";
  const timeAt = (replayed: Replayed | undefined) => timeOf(replayed, { marks, system: known });

  function become(next: ReplicaState): void {
    if (next.answers !== state.answers) {
      if (next.answers) log.info("reports are read from the replica");
      else log.warn({ reason: next.says }, "reports are read from the primary: the replica can't be used");
    }
    state = next;
  }
  function leaveOut(says: string): void {
    become({ answers: false, says });
  }

  async function look(): Promise<void> {
    try {
      const { rows } = await primary.query<Written>(askPrimary);
      for (const { position, now, system: its } of rows) {
        known = its;
        marks.push({ position: BigInt(position), at: now });
      }
      if (marks.length > mostMarks) marks.shift();
      const replayed = await pools.platform.query<Replayed>(askReplica);
      const delay = Date.now() - timeAt(replayed.rows[0]).getTime();
      if (delay > latestMs) leaveOut(`It is ${Math.round(delay / 60_000)} minutes late.`);
      else become({ answers: true, delaySeconds: Math.max(0, delay / 1000) });
    } catch (error) {
      leaveOut(error instanceof Error ? error.message : String(error));
    }
  }

  await look();
  let looking = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    // a replica that hangs is not asked twice at once
    if (isLooking) return;
    isLooking = true;
    looking = look().finally(() => void (isLooking = false));
  }, lookMs);
  return {
    of: (login) => (state.answers ? pools[login] : null),
    asOf: async (run) => timeAt(await run(askReplica)),
    state: () => state,
    leaveOut,
    async close() {
      clearInterval(timer);
      await looking;
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

function timeOf(replayed: Replayed | undefined, primary: { marks: Mark[]; system: string }): Date {
  if (replayed?.standby !== true || replayed.position === null)
    throw new Error("DATABASE_REPLICA_URL leads to a server that is no standby.");
  if (replayed.system !== primary.system)
    throw new Error("DATABASE_REPLICA_URL leads to a standby of another database server.");
  const position = BigInt(replayed.position);
  const at = primary.marks.findLast((mark) => mark.position <= position)?.at ?? replayed.replayed_at;
  if (at === null) throw new Error("The replica doesn't say how late it is.");
  return at;
}

/** How many seconds late a standby is. @throws Error with the reason if it isn't a standby of that server */
export async function delayOf(primary: Connection, replica: Connection): Promise<number> {
  const written = await withClient(primary, (client) => client.query<Written>(askPrimary));
  return withClient(replica, async (client) => {
    const [mark] = written.rows;
    for (const until = Date.now() + 2_000; mark !== undefined; await wait(100)) {
      const [replayed] = (await client.query<Replayed>(askReplica)).rows;
      const marks = [{ position: BigInt(mark.position), at: mark.now }];
      const at = timeOf(replayed, { marks, system: mark.system });
      if (at >= mark.now || Date.now() > until) return Math.max(0, (Date.now() - at.getTime()) / 1000);
    }
    throw new Error("a database has a position");
  });
}

/** The program's logins at the replica: a standby has the roles of its primary. */
export function replicaLogins(access: Access, url: string): Record<"app" | "platform", Connection> {
  return { app: atReplica(access.app, url), platform: atReplica(access.platform, url) };
}

/** The same login at the replica. */
export function atReplica(login: Connection, url: string): Connection {
  const { user, password } = loginOf(login);
  return withLogin({ connectionString: url }, user, password);
}
