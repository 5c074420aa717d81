import type { Logger } from "pino";
import type { SharedCall } from "#contract/endpoint.ts";
import type { jobs } from "#contract/jobs.ts";
import type { Config } from "#server/config/config.ts";
import type { Access } from "./platform/database/access.ts";
import type { Pools } from "./platform/database/database.ts";
import type { Clock } from "./platform/clock.ts";
import type { GuardedFetch } from "./platform/guarded-fetch.ts";
import type { Files } from "./platform/files/files.ts";
import type { Place } from "#server/record/places/place.ts";
import type { Events } from "#server/notifications/events.ts";
import type { Mail } from "./platform/mail/mail.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import type { Models } from "#server/llm/models.ts";
import type { LastActivity } from "#server/platform/last-activity.ts";
import type { Queue } from "./platform/queue/queue.ts";
import type { ExtractionPool } from "#reading/child/pool.ts";
import type { ServedEncoder } from "./encoders/served-encoder.ts";
import type { Ocr } from "#reading/ocr/tesseract.ts";
import type { ThemeIndexes } from "./documents/theme-indexes.ts";
import type { AnswerPool } from "#server/answers/answer-pool.ts";
import type { Imports } from "./users/import-thread.ts";
import type { SamlReading } from "#server/sign-on/saml/saml-thread.ts";
import type { ThreadPool } from "./platform/thread-pool.ts";
import type { RunningAnswers } from "#server/answers/running.ts";
import type { Turns } from "./platform/turns.ts";
import type { Outbound } from "./platform/outbound.ts";
import type { OutboundLane } from "./shares.ts";
import type { ReadTexts } from "./platform/dns.ts";
import type { Limits } from "#server/http/limits.ts";

/** Everything that lives as long as the program: the ports and a few objects in memory. */
export type Services = {
  config: Config;
  log: Logger;
  /** The program's logins: for another thread's services. */
  access: Access;
  pools: Pools;
  files: Files;
  /** The destinations for heads of the record. */
  places: Place[];
  queue: Queue<typeof jobs>;
  mail: Mail;
  models: Models;
  /** null if search uses words only. */
  encoder: ServedEncoder | null;
  clock: Clock;
  metrics: Metrics;
  events: Events;
  limits: Limits;
  /** Calls addresses entered by a company's administrator. */
  guardedFetch: GuardedFetch;
  /** DNS, to verify a domain. */
  readTexts: ReadTexts;
  extraction: ExtractionPool;
  /** null if OCR is not installed or is switched off. */
  ocr: Ocr | null;
  /** Aborted first when the program stops: `ready` says no, while calls are still served. */
  leaving: AbortController;
  /** Aborts when the program stops. */
  stopping: AbortSignal;
  indexes: ThemeIndexes;
  answerPool: AnswerPool;
  imports: Imports;
  samlReaders: ThreadPool<SamlReading>;
  turns: Record<"questions" | "pictures" | SharedCall, Turns>;
  running: RunningAnswers;
  /** Calls to companies' own servers. */
  outbound: Outbound<OutboundLane>;
  /** Updated with every question. */
  questions: LastActivity;
  close(): Promise<void>;
};
