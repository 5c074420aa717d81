import { versionAndClock } from "#server/platform/database/ask.ts";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { withClient } from "#server/platform/database/client.ts";
import { describeCell } from "#reading/child/sandbox.ts";
import { readersCell } from "#reading/child/child-process.ts";
import { newestMigration, openOwner, readerOf } from "#server/operation/backup/sources.ts";
import type { Config } from "#server/kernel/config/config.ts";
import { countDerived } from "#server/knowledge/documents/renewals.ts";
import { countUnreadable } from "#server/operation/master-key/count-unreadable.ts";
import { asOwner } from "#server/platform/database/database.ts";
import { prepareLogins } from "#server/platform/database/logins.ts";
import { pendingMigrations } from "#server/platform/database/ledger.ts";
import { atReplica, delayOf, latestMs } from "#server/platform/database/replica.ts";
import { refusePooler } from "#server/platform/database/refuse-pooler.ts";
import { countSearch, describeSearch } from "#server/knowledge/search-index/count.ts";
import { openSearchEngine } from "#server/knowledge/opensearch/port.ts";
import { openFiles } from "#server/platform/files/open.ts";
import { openMail } from "#server/platform/mail/mail.ts";
import { clockTrouble, diskTrouble, leastFreeBytes, roomOf } from "#server/operation/health/troubles.ts";
import { fine, messageOf, note, warning, wrong, type Finding, type Look } from "./finding.ts";
import {
  lookAtEncoder,
  lookAtModels,
  lookAtWitnesses,
  lookAtReader,
  lookAtScans,
  lookAtTimestamps,
  lookAtTraces,
} from "./outside.ts";

type Part = { name: string; look: Look };

const parts: Part[] = [
  {
    name: "address",
    look: ({ publicUrl }) => {
      const { protocol, hostname } = new URL(publicUrl);
      const isHere = ["localhost", "127.0.0.1"].includes(hostname);
      return Promise.resolve(
        protocol === "https:" || isHere
          ? fine(publicUrl)
          : note(
              `${publicUrl} is not encrypted: passwords and answers can be read on the way. Put a TLS proxy in front.`,
            ),
      );
    },
  },
  { name: "database", look: lookAtDatabase },
  { name: "replica", look: lookAtReplica },
  { name: "secrets", look: lookAtSecrets },
  { name: "files", look: lookAtFiles },
  { name: "derived", look: lookAtDerived },
  { name: "search", look: lookAtSearch },
  {
    name: "disk",
    look: async ({ dataDir }) => {
      const room = await roomOf(existsSync(dataDir) ? dataDir : "/");
      if (room === null) return note("The system does not say how much room is left.");
      const full = diskTrouble(room, dataDir);
      if (full !== null) return wrong(full);
      const free = `${(room.free / 1024 ** 3).toFixed(0)} GB free under ${dataDir}`;
      return room.free < leastFreeBytes ? note(`${free}: free up space before it runs out.`) : fine(free);
    },
  },
  {
    name: "screens",
    look: () =>
      Promise.resolve(
        existsSync(join(import.meta.dirname, "../../../dist/web/index.html"))
          ? fine("built")
          : wrong("The screens are not built. Run npm run build."),
      ),
  },
  {
    name: "mail",
    look: async (config) => {
      if (config.smtpUrl === null)
        return note("No mail server (SMTP_URL): administrators hand over temporary passwords themselves.");
      const mail = openMail(config);
      try {
        await mail.prove();
        return fine(`${new URL(config.smtpUrl).host} accepts mail`);
      } catch (error) {
        return wrong(`The mail server does not respond as expected: ${messageOf(error)}`);
      } finally {
        mail.close();
      }
    },
  },
  { name: "models", look: lookAtModels },
  { name: "encoder", look: lookAtEncoder },
  { name: "reader", look: lookAtReader },
  { name: "record", look: lookAtWitnesses },
  { name: "stamps", look: lookAtTimestamps },
  { name: "scans", look: lookAtScans },
  { name: "traces", look: lookAtTraces },
  {
    name: "readers",
    look: () => {
      const cell = readersCell();
      return Promise.resolve((cell.lacks.length === 0 ? fine : warning)(describeCell(cell)));
    },
  },
];

/** Tries every configured part on its own, even while the server runs; leaves no lasting changes. */
export async function* examine(config: Config): AsyncGenerator<Finding> {
  for (const { name, look } of parts) {
    const finding = await look(config).catch((error: unknown) => wrong(messageOf(error)));
    yield { part: name, ...finding };
  }
}

async function lookAtDatabase(config: Config) {
  const owner = await openOwner(config);
  try {
    await refusePooler(owner.connection, "DATABASE_URL");
    return await withClient(owner.connection, async (client) => {
      const { version, now } = await versionAndClock(client);
      if (Number.parseInt(version, 10) < 15)
        return wrong(`PostgreSQL ${version} is too old: use 15 or newer.`);
      const apart = clockTrouble(now, new Date());
      if (apart !== null) return wrong(apart);
      const newest = await newestMigration(owner.connection);
      const waiting = await pendingMigrations(owner.connection);
      return waiting.length > 0
        ? note(
            `PostgreSQL ${version}; ${waiting.length} migrations run at the next start, from ${waiting[0]} on.`,
          )
        : fine(`PostgreSQL ${version}, at ${newest}`);
    });
  } finally {
    await owner.close();
  }
}

async function lookAtReplica(config: Config) {
  if (config.databaseReplicaUrl === null || config.databaseUrl === null)
    return note("No replica (DATABASE_REPLICA_URL): the database answers everything itself.");
  const owner = { connectionString: config.databaseUrl };
  const seconds = await delayOf(owner, atReplica(owner, config.databaseReplicaUrl));
  const late = `a standby of the database, ${seconds.toFixed(1)} s late`;
  return seconds * 1000 > latestMs
    ? warning(`${late}: reports are read from the database itself.`)
    : fine(late);
}

async function lookAtFiles(config: Config) {
  const files = openFiles(config);
  try {
    const bytes = randomBytes(1024);
    const { key } = await files.store(Readable.from([bytes]), bytes.length);
    const isSame = (await buffer(await files.read(key))).equals(bytes);
    await files.remove(key);
    return isSame
      ? fine("written, read and removed")
      : wrong("A file came back different from what was written.");
  } finally {
    await files.close();
  }
}

/** What was made from the documents that answer, compared with its digests. */
async function lookAtDerived(config: Config) {
  const owner = await openOwner(config);
  try {
    if ((await pendingMigrations(owner.connection)).length > 0)
      return note("Tried once the migrations have run.");
    const reader = await readerOf(config, owner.connection);
    const { current, old, damaged, missing, failed } = await asOwner(reader, (db) =>
      db.transaction().execute((one) => countDerived({ db: one }, true)),
    );
    const says = `${current} documents read by this version, ${old} by an earlier one, ${damaged} damaged, ${missing} lost in part`;
    if (failed > 0)
      return wrong(
        `${says}; ${failed} could not be read again. Admin › Operation has them read again; a failed one needs its file replaced.`,
      );
    return old + damaged + missing > 0 ? note(`${says}. A worker reads them again by itself.`) : fine(says);
  } finally {
    await owner.close();
  }
}

/** Whether OpenSearch can be used, and what it lacks. */
async function lookAtSearch(config: Config) {
  if (config.search === null) return note("In memory: OpenSearch is not configured (SEARCH_URL).");
  const owner = await openOwner(config);
  try {
    if ((await pendingMigrations(owner.connection)).length > 0)
      return note("Tried once the migrations have run.");
    const { search } = config;
    const reader = await readerOf(config, owner.connection);
    const state = await asOwner(reader, (db) =>
      db.transaction().execute((one) => countSearch({ db: one }, search.prefix)),
    );
    const { fenceKey } = await asOwner(owner.connection, (db) =>
      prepareLogins(db, owner.connection, config.databaseLogins),
    );
    const engine = openSearchEngine(search, fenceKey);
    try {
      const { sentence, isBehind } = await describeSearch(engine, state);
      return (isBehind ? note : fine)(sentence);
    } finally {
      await engine.search.close();
    }
  } finally {
    await owner.close();
  }
}

/** Opens every stored secret: one under another master key is of no use to anybody. */
async function lookAtSecrets(config: Config) {
  const owner = await openOwner(config);
  try {
    if ((await pendingMigrations(owner.connection)).length > 0)
      return note("Tried once the migrations have run.");
    const reader = await readerOf(config, owner.connection);
    const { stored, unreadable } = await asOwner(reader, (db) =>
      db.transaction().execute((one) => countUnreadable({ db: one }, config.secretKeys)),
    );
    return unreadable === 0
      ? fine(`${stored} stored secrets open with the master key`)
      : wrong(
          `${unreadable} of ${stored} stored secrets do not open with this master key. Start with the key that sealed them, or name it in SECRET_KEY_PREVIOUS (docs/running.md, Replace the master key).`,
        );
  } finally {
    await owner.close();
  }
}
