import { availableParallelism } from "node:os";
import { jobs } from "#contract/jobs.ts";
import packageJson from "#package.json" with { type: "json" };
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Access } from "./platform/database/access.ts";
import { divideConnections } from "./platform/database/connections.ts";
import { refusePooler } from "./platform/database/refuse-pooler.ts";
import { openPools } from "./platform/database/database.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { startEmbedded } from "./platform/database/embedded.ts";
import { prepareDatabase, refuseSuperuser } from "./platform/database/prepare.ts";
import { logOnceAway } from "./platform/database/log-once-away.ts";
import { namingDatabase } from "./platform/database/refused.ts";
import { readTexts } from "./platform/dns.ts";
import { systemClock } from "./platform/clock.ts";
import { createOutbound } from "./platform/outbound.ts";
import { openFiles } from "./platform/files/open.ts";
import { openEvents } from "#server/notifications/events.ts";
import { createGuardedFetch } from "./platform/guarded-fetch.ts";
import { openMail } from "./platform/mail/mail.ts";
import { openMetrics } from "#server/metrics/metrics.ts";
import { tracedModels } from "#server/llm/traced.ts";
import { openModels } from "#server/llm/open.ts";
import { lastActivityIn } from "#server/platform/last-activity.ts";
import type { LastActivity } from "#server/platform/last-activity.ts";
import { openPlaces } from "./record/places/open.ts";
import { openQueue, prepareQueue } from "./platform/queue/queue.ts";
import { createExtractionPool } from "#reading/child/pool.ts";
import type { Source } from "#reading/child/run-child.ts";
import { openEncoder } from "./encoders/open.ts";
import { databaseSource } from "#server/documents/index-store.ts";
import { findOcr } from "#reading/ocr/tesseract.ts";
import { openThemeIndexes } from "./documents/theme-indexes.ts";
import { openAnswerPool } from "#server/answers/answer-pool.ts";
import { openImports } from "./users/import-thread.ts";
import { openSamlReaders } from "#server/sign-on/saml/saml-thread.ts";
import { createRunningAnswers } from "#server/answers/running.ts";
import { openTurns, outboundPlaces, outboundPlacesOfHost } from "./shares.ts";
import { createLimits } from "#server/http/limits.ts";

import type { Services } from "./services.ts";

type Overrides = Partial<
  Pick<Services, "clock" | "mail" | "models" | "access" | "questions" | "readTexts">
> & {
  /** The owner of a running database, instead of the configured one. */
  owner?: Connection;
  /** false if another thread does. */
  worksOffJobs?: boolean;
  /** The connection limit of this thread. */
  connections?: number;
};

/** Long enough that consecutive questions count as one busy period. */
const askedLatelyMs = 5_000;

/** Smaller files are read and stored too fast to notice; hundreds of them must not queue behind questions. */
const largeBytes = 1024 * 1024;

/** Opens all ports; on failure, closes those already opened. */
export async function openServices(
  config: Config,
  log: Logger,
  overrides: Overrides = {},
): Promise<Services> {
  const opened: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
    opened.length = 0;
  };
  try {
    if (config.tracing !== null) {
      // loaded by those who ask for it
      const { startTracing } = await import("./platform/start-tracing.ts");
      opened.push(startTracing(config.tracing, { log, version: packageJson.version }));
    }
    const access = overrides.access ?? (await prepare(config, log, overrides.owner, opened));
    // the error itself contains the entire connection, which only fills the log
    const connections = divideConnections(overrides.connections ?? config.databaseConnections);
    const pools = openPools(access, connections, (reason) =>
      log.warn({ reason }, "an idle database connection was lost"),
    );
    opened.push(() => pools.close());
    const logged = logOnceAway(log, () => pools.of("platform", "calls").query("select 1"));
    const worksOff = overrides.worksOffJobs ?? config.roles.worker;
    const queue = await openQueue(access.platform, jobs, {
      worksOff,
      connections: connections.queue,
      onError: (error) => logged(error, "a job or the queue failed"),
    });
    opened.push(() => queue.close());
    const events = await openEvents(access.app, config.limitFactor);
    opened.push(() => events.close());
    const files = openFiles(config);
    opened.push(() => files.close());
    const mail = overrides.mail ?? openMail(config);
    opened.push(() => mail.close());
    const clock = overrides.clock ?? systemClock;
    const guardedFetch = createGuardedFetch(config.privateHosts);
    opened.push(() => guardedFetch.close());
    const places = openPlaces(config, { mail, clock, guardedFetch });
    opened.push(() => places.forEach((place) => place.close()));
    const questions = overrides.questions ?? lastActivityIn();
    const extraction = createExtractionPool({ size: (files) => readersNow(files, questions) });
    opened.push(() => extraction.close());
    const outbound = createOutbound(
      outboundPlaces,
      (error) => log.warn({ err: error }, "an attempt at a company's receiver was lost; it will be repeated"),
      outboundPlacesOfHost,
    );
    opened.push(() => outbound.settled());
    const leaving = new AbortController();
    const stopping = new AbortController();
    opened.push(() => stopping.abort(new Error("the program is stopping")));
    const encoder = openEncoder(config.encoder, { log, questions, isAsked: config.roles.web });
    opened.push(() => encoder?.close());
    const indexes = openThemeIndexes(
      databaseSource({
        connection: access.app,
        connections: connections.search,
        fenceKey: access.fenceKey,
        encoder: encoder?.name ?? null,
      }),
      { soon: config.roles.web },
    );
    opened.push(() => indexes.close());
    const answerPool = openAnswerPool({ soon: config.roles.web });
    opened.push(() => answerPool.close());
    const imports = openImports();
    opened.push(() => imports.close());
    const samlReaders = openSamlReaders();
    opened.push(() => samlReaders.close());
    const metrics = openMetrics({
      // a second thread's figures would count the process twice
      watchesProcess: config.metrics !== null && overrides.access === undefined,
      thread: config.roles.web ? "calls" : "jobs",
      readsFiles: worksOff,
    });
    opened.push(() => metrics.close());
    return {
      config,
      log,
      access,
      pools,
      files,
      places,
      queue,
      mail,
      models: tracedModels(metrics.measured(overrides.models ?? openModels())),
      encoder,
      metrics,
      clock,
      events,
      guardedFetch,
      readTexts: overrides.readTexts ?? readTexts,
      limits: createLimits(pools.of("app", "calls"), config.limitFactor, config.limits),
      extraction,
      ocr: findOcr(config.ocr),
      leaving,
      stopping: stopping.signal,
      indexes,
      answerPool,
      imports,
      samlReaders,
      outbound,
      turns: openTurns(config.limitFactor),
      running: createRunningAnswers(config.limitFactor),
      questions,
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * Two files at a time; with two processors or fewer, a large one is read alone while people ask, so questions keep the
 * other.
 */
function readersNow(files: Source[], questions: LastActivity): number {
  const isCrowded = availableParallelism() <= 2 && questions.since() < askedLatelyMs;
  return isCrowded && files.some((file) => "bytes" in file && file.bytes.length >= largeBytes) ? 1 : 2;
}

/** Migrates the database as its owner; afterwards, only logins that own nothing are used. */
async function prepare(
  config: Config,
  log: Logger,
  given: Connection | undefined,
  opened: (() => Promise<void> | void)[],
): Promise<Access> {
  const owner = given ?? (await openOwner(config, log, opened));
  return namingDatabase(owner, async () => {
    const access = await prepareDatabase(owner, config.databaseLogins);
    await prepareQueue(owner, access, Object.keys(jobs));
    return access;
  });
}

async function openOwner(
  config: Config,
  log: Logger,
  opened: (() => Promise<void> | void)[],
): Promise<Connection> {
  if (config.databaseUrl !== null) {
    const owner = { connectionString: config.databaseUrl };
    return namingDatabase(owner, async () => {
      await refusePooler(owner, "DATABASE_URL");
      if (config.databaseLogins !== null) {
        await refusePooler(config.databaseLogins.app, "DATABASE_APP_URL");
        await refusePooler(config.databaseLogins.platform, "DATABASE_PLATFORM_URL");
      }
      await refuseSuperuser(owner, config.databaseSuperuser);
      return owner;
    });
  }
  const embedded = await startEmbedded({
    folder: `${config.dataDir}/postgres`,
    onLost: (reason) => log.error({ reason }, "the database was lost"),
  });
  opened.push(() => embedded.stop());
  return embedded.connection;
}
