import type { Logger } from "pino";
import type { SharedCall } from "#contract/kernel/endpoint.ts";
import type { jobs } from "#contract/operation/jobs.ts";
import type { Config } from "#server/kernel/config/config.ts";
import type { Access } from "#server/platform/database/access.ts";
import type { Pools } from "#server/platform/database/database.ts";
import type { Replica } from "#server/platform/database/replica.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";
import type { Files } from "#server/platform/files/files.ts";
import type { Events } from "./events.ts";
import type { Mail } from "#server/platform/mail/mail.ts";
import type { Metrics } from "#server/platform/metrics/metrics.ts";
import type { LastActivity } from "#server/platform/last-activity.ts";
import type { Queue } from "#server/platform/queue/queue.ts";
import type { FairSemaphore } from "#server/platform/fair-semaphore.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import type { OutboundLane } from "./fair-use.ts";
import type { ReadTexts } from "#server/platform/dns.ts";
import type { Limits } from "./limits.ts";

/** What lives as long as the program and every district may use; what one district adds is behind a `Port`. */
export type Services = {
  config: Config;
  log: Logger;
  /** The program's logins: for another thread's services. */
  access: Access;
  pools: Pools;
  /** Reads that may be late; null: no replica is configured. */
  replica: Replica | null;
  files: Files;
  queue: Queue<typeof jobs>;
  mail: Mail;
  clock: Clock;
  metrics: Metrics;
  events: Events;
  limits: Limits;
  /** Calls addresses entered by a company's administrator. */
  guardedFetch: GuardedFetch;
  /** DNS, to verify a domain. */
  readTexts: ReadTexts;
  /** Aborted first when the program stops: `ready` says no, while calls are still served. */
  leaving: AbortController;
  /** Aborts when the program stops. */
  stopping: AbortSignal;
  turns: Record<"questions" | "pictures" | SharedCall, FairSemaphore>;
  /** Calls to companies' own servers. */
  outbound: Outbound<OutboundLane>;
  /** Updated with every question. */
  lastQuestion: LastActivity;
  /** Services of districts above the kernel, by their `Port`. */
  ports: Map<symbol, unknown>;
  close(): Promise<void>;
};

/** What a verb can use beside its transaction: no login or connection of the database, and no switch of the program. */
export type VerbServices = Omit<Services, "access" | "pools" | "replica" | "leaving" | "close">;
