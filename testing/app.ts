import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino, { type Logger } from "pino";
import { inject } from "vitest";
import { createApp } from "#server/operation/start/app.ts";
import { openAnswerPool, type AnswerPool } from "#server/answering/answers/answer-pool.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import { fakeClock } from "./fake-clock.ts";
import { memoryMail } from "./memory-mail.ts";
import type { Models } from "#server/models/llm/models.ts";
import { openServices } from "#server/operation/services/open-services.ts";
import type { Services } from "#server/kernel/services.ts";
import { withDatabase } from "./database.ts";
import { withClient } from "#server/platform/database/client.ts";
import { raisedLimits } from "./raised-limits.ts";
import { watchCalls } from "./watch-calls.ts";

/** Of all apps in this process: they keep nothing between questions, and load the whole engine. */
let answerThreads: AnswerPool | undefined;

export type TestApp = {
  url: string;
  services: Services;
  clock: ReturnType<typeof fakeClock>;
  mail: ReturnType<typeof memoryMail>;
  /** DNS TXT records of the outside world, by name. */
  texts: Map<string, string[]>;
  /** As the owner of the schema, bypassing row-level security: for anything a test must see or break. */
  connection: Connection;
  /** How many responses were compared with their descriptions. */
  comparedWithDescription(): number;
  /** Closes keep-alive connections: they come and go, and count among the descriptors. */
  closeIdleConnections(): void;
  /** From now on, requests must arrive in this time. */
  expectRequestsWithin(milliseconds: number): void;
  close(): Promise<void>;
};

/** The real application on its own port, over its own real PostgreSQL database. */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    mail?: "memory" | "none";
    worker?: boolean;
    log?: Logger;
    models?: Models;
    /** Owns an empty database of the test's own; by default each app gets a copy of the template. */
    owner?: Connection;
    /** Records what programs receive, so the description is not yet as it will be. */
    recording?: boolean;
    /** Lets the model suggest tags after an upload; otherwise its calls would be among those that a test counts. */
    suggestsTags?: boolean;
  } = {},
): Promise<TestApp> {
  const root = inject("connection");
  const copied = options.owner === undefined ? await copyTemplate(root) : null;
  const dataDir = mkdtempSync(join(tmpdir(), "footnote-app-"));
  const connection = options.owner ?? withDatabase(root, copied ?? "");
  const clock = fakeClock(new Date());
  // time advances by itself, and a test can move it
  const ticking = { ...clock, now: () => new Date(clock.now().getTime() + (Date.now() - started)) };
  const started = Date.now();
  const mail = memoryMail();
  const texts = new Map<string, string[]>();
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      PORT: "0",
      LOG_LEVEL: process.env.TEST_LOG ?? "silent",
      ...(options.env?.LIMIT_FACTOR === undefined ? raisedLimits : {}),
      SUPER_ADMIN_SECOND_FACTOR: "optional",
      // on a busy machine it would be late at times, and a test would get other quotes
      READER: "off",
      ENCODER: "off",
      // identity providers of tests run on this machine
      PRIVATE_HOSTS: "127.0.0.1",
      ...options.env,
    },
    [],
  );
  const services = await openServices(config, options.log ?? pino({ level: config.logLevel }), {
    owner: connection,
    clock: ticking,
    // most tests ask nothing
    expectsQuestions: false,
    answerThreads: (answerThreads ??= openAnswerPool({ eager: false })),
    readTexts: (name) => Promise.resolve(texts.get(name) ?? []),
    ...(options.mail === "none" ? {} : { mail }),
    ...(options.models === undefined ? {} : { models: options.models }),
  });
  const workers = workersOf(services);
  if (options.suggestsTags !== true) workers["suggest-tags"] = async () => undefined;
  if (options.worker !== false) await services.queue.work(workers);
  const app = await createApp(services);
  const watched = watchCalls(app);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    services,
    clock,
    mail,
    texts,
    connection,
    comparedWithDescription: watched.compared,
    closeIdleConnections: () => app.server.closeIdleConnections(),
    expectRequestsWithin(milliseconds: number) {
      app.server.headersTimeout = milliseconds;
      app.bodyTime.milliseconds = milliseconds;
    },
    async close() {
      await services.events.close();
      await app.close();
      await services.close();
      if (copied !== null) await dropDatabase(root, copied);
      rmSync(dataDir, { recursive: true, force: true });
      if (watched.differing().length > 0 && options.recording !== true)
        throw new Error(`the API reference describes otherwise:\n${watched.differing().join("\n")}`);
    },
  };
}

async function copyTemplate(root: Connection): Promise<string> {
  const database = `footnote_${randomBytes(6).toString("hex")}`;
  await withClient(root, (client) =>
    client.query(`create database ${database} template ${inject("template")}`),
  );
  return database;
}

/** The logins made for a database outlive it. */
async function dropDatabase(root: Connection, database: string): Promise<void> {
  await withClient(root, async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`drop role if exists ${database}_app, ${database}_platform`);
  });
}
