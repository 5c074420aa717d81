import { chownSync, existsSync, lchownSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { databaseUsers, privateUser } from "#reading/child/private-user.ts";
import { DatabaseRefusedError } from "./refused.ts";

/**
 * The cluster's owner is the record of its user. Another one is chosen for a cluster that belongs to an account, such as
 * nobody, or to whatever else runs on this machine; no server is running on it.
 */
export function giveToOwnUser(cluster: string): number {
  const owner = statSync(cluster).uid;
  const user = privateUser(databaseUsers, owner);
  if (user === null)
    throw new DatabaseRefusedError(
      `Every user id from ${databaseUsers.from} to ${databaseUsers.to} is taken on this machine, so the embedded PostgreSQL can't have one of its own. Nothing was started. Run Footnote as its own user, or name a server in DATABASE_URL.`,
    );
  if (owner === user) return user;
  try {
    // the folder last: it says that everything in it was given
    for (const entry of readdirSync(cluster, { recursive: true, encoding: "utf8" }))
      lchownSync(join(cluster, entry), user, user);
    chownSync(cluster, user, user);
  } catch (error) {
    throw new DatabaseRefusedError(
      `The database's folder ${cluster} (DATA_DIR) can't be given to a user of its own: ${(error as Error).message}. Run Footnote as its own user, or name a server in DATABASE_URL.`,
      { cause: error },
    );
  }
  return user;
}

/**
 * The command that runs a program as this user if we are root, and that dies with this process where Linux supports it. A
 * data folder below a root-only folder (a clone in /root) needs the right to traverse it.
 */
export function unprivileged(
  binary: string,
  args: string[],
  folder: string,
  user: number | null,
): [string, string[]] {
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  if (setpriv === undefined) {
    if (user !== null)
      throw new DatabaseRefusedError(
        "PostgreSQL refuses to run as root, and setpriv (util-linux), which gives it another user, is missing. Nothing was started. Install util-linux, run Footnote as its own user, or name a server in DATABASE_URL.",
      );
    return [binary, args];
  }
  const options = ["--pdeathsig=INT"];
  if (user !== null) {
    options.push(`--reuid=${user}`, `--regid=${user}`, "--clear-groups");
    if (![join(folder, "cluster"), binary].every(isOpenToAll)) {
      options.push("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search");
    }
  }
  return [setpriv, [...options, "--", binary, ...args]];
}

export function isOpenToAll(path: string): boolean {
  for (let current = dirname(path); ; current = dirname(current)) {
    if ((statSync(current).mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}
