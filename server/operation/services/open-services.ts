import { ping } from "#server/platform/database/ask.ts";
import { availableParallelism } from "node:os";
import { jobs } from "#contract/operation/jobs.ts";
import packageJson from "#package.json" with { type: "json" };
import type { Logger } from "pino";
import type { Config } from "#server/kernel/config/config.ts";
import { type Access, type Connection } from "#server/platform/database/access.ts";
import { divideConnections } from "#server/platform/database/connections.ts";
import { refusePooler } from "#server/platform/database/refuse-pooler.ts";
import { openReplica, replicaLogins } from "#server/platform/database/replica.ts";
import { openPools } from "#server/platform/database/database.ts";
import { startEmbedded } from "#server/platform/database/embedded.ts";
import { prepareDatabase, refuseSuperuser } from "#server/platform/database/prepare.ts";
import { logOnceAway } from "#server/platform/database/log-once-away.ts";
import { namingDatabase } from "#server/platform/database/refused.ts";
import { readTexts } from "#server/platform/dns.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createOutbound } from "#server/platform/outbound.ts";
import { openFiles } from "#server/platform/files/open.ts";
import { openEvents } from "#server/kernel/events.ts";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import { openMail } from "#server/platform/mail/mail.ts";
import { openMetrics } from "#server/platform/metrics/metrics.ts";
import { measuredModels } from "#server/models/llm/measured.ts";
import { modelAccess, type Models } from "#server/models/llm/models.ts";
import { openPassageReader, passageReader } from "#server/models/reader/passage-reader.ts";
import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import { extractionPort, ocrPort } from "#server/knowledge/ingestion/readers.ts";
import { witnesses } from "#server/evidence/record/witnesses/witness.ts";
import { tracedModels } from "#server/models/llm/traced.ts";
import { openModels } from "#server/models/llm/open.ts";
import { lastActivityIn, type LastActivity } from "#server/platform/last-activity.ts";
import { wholeProgram } from "#server/operation/health/program-port.ts";
import { openWitnesses } from "#server/evidence/record/witnesses/open.ts";
import { openQueue, prepareQueue } from "#server/platform/queue/queue.ts";
import { createExtractionPool } from "#reading/child/pool.ts";
import type { Source } from "#reading/child/run-child.ts";
import { openEncoder } from "#server/models/encoders/open.ts";
import { findOcr } from "#reading/ocr/tesseract.ts";
import { databaseSource, openThemeIndexes, themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { openSearchEngine, searchEngine } from "#server/knowledge/opensearch/port.ts";
import { answerPool, openAnswerPool, type AnswerPool } from "#server/answering/answers/answer-pool.ts";
import { importThreads, openImports } from "#server/identity/users/import-thread.ts";
import { openSamlReaders, samlReaders } from "#server/identity/sign-on/saml/saml-thread.ts";
import { answeringWithApproved } from "#server/answering/approved-answers/answering.ts";
import { approvedAnswering } from "#server/answering/answers/approved-port.ts";
import { firstQuestions } from "#server/answering/answers/first-questions-port.ts";
import { openFirstQuestions } from "#server/answering/first-questions/find.ts";
import { suspendFallen } from "#server/answering/approved-answers/suspend-fallen.ts";
import { guardOfChanges } from "#server/answering/test-runs/start.ts";
import { changeGuard } from "#server/knowledge/themes/guard-port.ts";
import { allPersonTies } from "./all-person-ties.ts";
import { personTies } from "#server/kernel/person-ties.ts";
import { onContents } from "#server/knowledge/themes/contents-port.ts";
import { createRunningAnswers, runningAnswers } from "#server/answering/answers/running.ts";
import { openTurns, outboundPlaces, outboundPlacesOfHost } from "#server/kernel/fair-use.ts";
import { createLimits } from "#server/kernel/limits.ts";

import type { Services } from "#server/kernel/services.ts";

type Overrides = Partial<Pick<Services, "clock" | "mail" | "access" | "lastQuestion" | "readTexts">> & {
  models?: Models;
  /** The owner of a running database, instead of the configured one. */
  owner?: Connection;
  /** false if another thread does. */
  worksOffJobs?: boolean;
  /** false if threads for questions start with the first question rather than before it. */
  expectsQuestions?: boolean;
  /** Threads that outlive these services; by default they have their own. */
  answerThreads?: AnswerPool;
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
      const { startTracing } = await import("#server/platform/start-tracing.ts");
      opened.push(startTracing(config.tracing, { log, version: packageJson.version }));
    }
    const access = overrides.access ?? (await prepare(config, log, overrides.owner, opened));
    // the error itself contains the entire connection, which only fills the log
    const connections = divideConnections(overrides.connections ?? config.databaseConnections);
    const pools = openPools(access, connections, (reason) =>
      log.warn({ reason }, "an idle database connection was lost"),
    );
    opened.push(() => pools.close());
    const replica =
      config.databaseReplicaUrl !== null && config.roles.web
        ? await openReplica(replicaLogins(access, config.databaseReplicaUrl), {
            primary: pools.of("platform", "calls"),
            size: connections.app.reports,
            log,
          })
        : null;
    opened.push(() => replica?.close());
    const logged = logOnceAway(log, () => ping(pools.of("platform", "calls")));
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
    const recordWitnesses = openWitnesses(config, { mail, clock, guardedFetch });
    opened.push(() => recordWitnesses.forEach((witness) => witness.close()));
    const questions = overrides.lastQuestion ?? lastActivityIn();
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
    const encoder = openEncoder(config.encoder, { log, isAsked: config.roles.web });
    const eager = overrides.expectsQuestions ?? config.roles.web;
    opened.push(() => encoder?.close());
    const indexes = openThemeIndexes(
      databaseSource({
        connection: access.app,
        connections: connections.search,
        fenceKey: access.fenceKey,
        encoder: encoder?.name ?? null,
        search: config.search,
      }),
      { eager },
    );
    opened.push(() => indexes.close());
    const engine = config.search && openSearchEngine(config.search, access.fenceKey);
    opened.push(() => engine?.search.close());
    const answerThreads = overrides.answerThreads ?? openAnswerPool({ eager });
    if (overrides.answerThreads === undefined) opened.push(() => answerThreads.close());
    const imports = openImports();
    opened.push(() => imports.close());
    const samlThreads = openSamlReaders();
    opened.push(() => samlThreads.close());
    const metrics = openMetrics({
      // a second thread's figures would count the process twice
      watchesProcess: config.metrics !== null && overrides.access === undefined,
      thread: config.roles.web ? "calls" : "jobs",
      readsFiles: worksOff,
    });
    opened.push(() => metrics.close());
    const reader = config.hasReader
      ? openPassageReader({ log, eager, count: (outcome) => metrics.countReading(outcome) })
      : null;
    opened.push(() => reader?.close());
    const services: Services = {
      config,
      log,
      access,
      pools,
      replica,
      files,
      queue,
      mail,
      metrics,
      clock,
      events,
      guardedFetch,
      readTexts: overrides.readTexts ?? readTexts,
      limits: createLimits(pools.of("app", "calls"), config.limitFactor, config.limits),
      leaving,
      stopping: stopping.signal,
      outbound,
      turns: openTurns(config.limitFactor),
      lastQuestion: questions,
      ports: new Map(),
      close: closeAll,
    };
    wholeProgram.open(services, services);
    witnesses.open(services, recordWitnesses);
    modelAccess.open(services, tracedModels(measuredModels(metrics, overrides.models ?? openModels())));
    encoderPort.open(services, encoder);
    passageReader.open(services, reader);
    extractionPort.open(services, extraction);
    ocrPort.open(services, findOcr(config.ocr));
    themeIndexes.open(services, indexes);
    searchEngine.open(services, engine);
    answerPool.open(services, answerThreads);
    approvedAnswering.open(services, answeringWithApproved);
    personTies.open(services, allPersonTies);
    firstQuestions.open(services, openFirstQuestions());
    onContents.open(services, suspendFallen);
    changeGuard.open(services, guardOfChanges);
    runningAnswers.open(services, createRunningAnswers(config.limitFactor));
    importThreads.open(services, imports);
    samlReaders.open(services, samlThreads);
    return services;
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
