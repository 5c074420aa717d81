import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { jobs } from "./jobs.ts";
import { Id, Timestamp } from "./values.ts";

const bytes = (what: string) => z.number().int().describe(`${what}, in bytes`);
const jobNames = Object.keys(jobs) as [keyof typeof jobs, ...(keyof typeof jobs)[]];
const JobName = z.enum(jobNames).describe("The kind of job");

export const QueueState = z.object({
  name: JobName,
  waiting: z.number().int().describe("Jobs that wait, those between two tries included"),
  running: z.number().int().describe("Jobs that a process works on"),
  failed: z.number().int().describe("Jobs of the last day that failed after their last try"),
  oldestSeconds: z.number().int().nullable().describe("How long the oldest of those that may run has waited"),
});
export type QueueState = z.output<typeof QueueState>;

export const FailedJob = z.object({
  id: z.uuid(),
  name: JobName,
  company: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .describe("Whose job it was; null for one of the installation"),
  failedAt: Timestamp,
  tries: z.number().int().describe("How often it ran"),
  reason: z.string().describe("What the last try ended with, at most 300 characters"),
});
export type FailedJob = z.output<typeof FailedJob>;

export const getOperation = endpoint({
  method: "GET",
  path: "/api/operation",
  permission: "operation:read",
  summary: "How the installation is doing",
  details:
    "The process that answers tells of itself; the queue and the database are those of all processes. Prometheus reads more (`METRICS_PORT`).",
  output: z.object({
    process: z.object({
      version: z.string().describe("Of Footnote"),
      node: z.string().describe("Of Node.js"),
      startedAt: Timestamp,
      roles: z.array(z.enum(["web", "worker"])).describe("What this process does"),
      memory: bytes("Memory of this process"),
      freeMemory: bytes("Memory that the machine has left"),
    }),
    database: z.object({
      kind: z.enum(["embedded", "external"]),
      version: z.string().describe("Of PostgreSQL"),
      size: bytes("Tables and indexes"),
      connections: z.number().int().describe("Connections of this process in use"),
      mostConnections: z.number().int().describe("Connections that this process may open"),
      waiting: z.number().int().describe("Calls of this process that wait for a connection"),
    }),
    disk: z
      .object({ free: bytes("Room left"), size: bytes("The whole disk") })
      .nullable()
      .describe("Of the folder DATA_DIR; null where the system does not tell"),
    index: z
      .object({
        themes: z.number().int().describe("Themes whose words are in memory"),
        bytes: bytes("Their words and vectors"),
        mostBytes: bytes("Beyond this the theme that was asked longest ago is dropped"),
      })
      .nullable()
      .describe("Null while the thread that searches is busy"),
    providers: z
      .array(
        z.object({
          provider: z.string(),
          calls: z.number().int().describe("Calls since the process started"),
          faults: z.number().int().describe("Those that the provider did not answer"),
          lastAt: Timestamp,
          lastOutcome: z.string().describe("`ok`, `stopped`, or the kind of fault"),
        }),
      )
      .describe("Providers of models that this process called"),
    queues: z.array(QueueState),
  }),
});

export const listFailedJobs = endpoint({
  method: "GET",
  path: "/api/operation/failed-jobs",
  permission: "operation:read",
  summary: "Jobs that failed after their last try, newest first",
  details: "Kept for a day, a hundred at most. What a job carries, such as a letter, is not shown.",
  output: z.array(FailedJob),
});

export const retryJobs = endpoint({
  method: "POST",
  path: "/api/operation/retries",
  permission: "operation:edit",
  summary: "Runs failed jobs again",
  body: z.object({
    name: JobName,
    id: z.uuid().optional().describe("One job; without it all failed ones of this name"),
  }),
  output: z.object({ retried: z.number().int().describe("Jobs that run again") }),
});
