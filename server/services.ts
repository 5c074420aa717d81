import { availableParallelism } from "node:os";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { kyselyOver, openApplicationPool, prepareDatabase } from "./platform/database/database.ts";
import type { Connection, Database } from "./platform/database/database.ts";
import { startEmbedded } from "./platform/database/embedded.ts";
import { systemClock } from "./platform/clock.ts";
import type { Clock } from "./platform/clock.ts";
import { openFiles } from "./platform/files/open.ts";
import type { Files } from "./platform/files/files.ts";
import { openLive } from "./platform/live.ts";
import type { Live } from "./platform/live.ts";
import { openMail } from "./platform/mail/mail.ts";
import type { Mail } from "./platform/mail/mail.ts";
import type { Models } from "./platform/models/models.ts";
import { openModels } from "./platform/models/open.ts";
import { pulseIn } from "./platform/pulse.ts";
import type { Pulse } from "./platform/pulse.ts";
import { openQueue } from "./platform/queue/queue.ts";
import type { Queue } from "./platform/queue/queue.ts";
import { createExtractionPool } from "./ingestion/extract/child/pool.ts";
import type { ExtractionPool } from "./ingestion/extract/child/pool.ts";
import type { Source } from "./ingestion/extract/child/run-child.ts";
import { databaseSource } from "./documents/index-reader.ts";
import { findOcr } from "./ingestion/ocr/tesseract.ts";
import type { Ocr } from "./ingestion/ocr/tesseract.ts";
import { openThemeIndexes } from "./documents/theme-indexes.ts";
import type { ThemeIndexes } from "./documents/theme-indexes.ts";
import { openDrafts } from "./answering/drafts.ts";
import type { Drafts } from "./answering/drafts.ts";
import { createRunningAnswers } from "./answering/running.ts";
import type { RunningAnswers } from "./answering/running.ts";
import { createLimits } from "./limits.ts";
import type { Limits } from "./limits.ts";

/** Everything that lives as long as the program: the ports and the few things kept in memory. */
export type Services = {
  config: Config;
  log: Logger;
  /** Where the database is, past the fence: for a further thread's services. */
  connection: Connection;
  pool: pg.Pool;
  db: Database;
  files: Files;
  queue: Queue;
  mail: Mail;
  models: Models;
  clock: Clock;
  live: Live;
  limits: Limits;
  extraction: ExtractionPool;
  /** null where no OCR is installed or it is forbidden. */
  ocr: Ocr | null;
  /** Aborts when the program stops. */
  stopping: AbortSignal;
  indexes: ThemeIndexes;
  drafts: Drafts;
  running: RunningAnswers;
  /** Beats with every question. */
  questions: Pulse;
  close(): Promise<void>;
};

type Overrides = Partial<Pick<Services, "clock" | "mail" | "models" | "connection" | "questions">> & {
  /** The database was brought up to date by the thread that starts this one. */
  isPrepared?: boolean;
  /** false where another thread does. */
  worksOffJobs?: boolean;
};

/** Long enough that people who ask one after the other count as asking. */
const askedLatelyMs = 5_000;

/** Smaller files are read and stored too fast to be felt; hundreds of them must not queue up behind questions. */
const largeBytes = 1024 * 1024;

/** Opens all ports; on failure what was opened is closed again. */
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
    const connection = overrides.connection ?? (await openConnection(config, opened));
    if (overrides.isPrepared !== true) await prepareDatabase(connection);
    const pool = openApplicationPool(connection, 20);
    pool.on("error", ({ message }) => {
      // `end` does not wait until its connections are gone: a database that stops then cuts them off
      if (pool.ending) return;
      // the error carries the whole connection, which says nothing and fills the log
      log.warn({ reason: message }, "an idle database connection was lost");
    });
    opened.push(() => pool.end());
    const queue = await openQueue(connection, {
      worksOff: overrides.worksOffJobs ?? config.roles.worker,
      onError: (error) => log.warn({ err: error }, "a job or the queue failed"),
    });
    opened.push(() => queue.close());
    const live = await openLive(connection);
    opened.push(() => live.close());
    const files = openFiles(config);
    opened.push(() => files.close());
    const mail = overrides.mail ?? openMail(config);
    opened.push(() => mail.close());
    const questions = overrides.questions ?? pulseIn();
    const extraction = createExtractionPool({ size: (files) => readersNow(files, questions) });
    opened.push(() => extraction.close());
    const stopping = new AbortController();
    opened.push(() => stopping.abort(new Error("the program is stopping")));
    const indexes = openThemeIndexes(
      databaseSource({ connection, embeddingModel: config.embeddings?.model ?? null }),
      { soon: config.roles.web },
    );
    opened.push(() => indexes.close());
    const drafts = openDrafts({ soon: config.roles.web });
    opened.push(() => drafts.close());
    return {
      config,
      log,
      connection,
      pool,
      db: kyselyOver(pool),
      files,
      queue,
      mail,
      models: overrides.models ?? openModels(),
      clock: overrides.clock ?? systemClock,
      live,
      limits: createLimits(pool, config.limitFactor),
      extraction,
      ocr: findOcr(config.ocr),
      stopping: stopping.signal,
      indexes,
      drafts,
      running: createRunningAnswers(config.limitFactor),
      questions,
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Two files at once; on two processors or fewer a large one is read alone while people ask, so that questions keep the other. */
function readersNow(files: Source[], questions: Pulse): number {
  const isCrowded = availableParallelism() <= 2 && questions.since() < askedLatelyMs;
  return isCrowded && files.some((file) => "bytes" in file && file.bytes.length >= largeBytes) ? 1 : 2;
}

async function openConnection(config: Config, opened: (() => Promise<void> | void)[]): Promise<Connection> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
  const embedded = await startEmbedded({ folder: `${config.dataDir}/postgres` });
  opened.push(() => embedded.stop());
  return embedded.connection;
}
