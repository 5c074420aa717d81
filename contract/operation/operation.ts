import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Trouble } from "./health.ts";
import { jobs } from "./jobs.ts";
import { Id, Timestamp } from "#contract/kernel/values.ts";

export const about = "The state of the installation, and its failed jobs";
export const screens = ["/operation"];

const bytes = (what: string) => z.number().int().describe(`${what}, in bytes`);
const jobNames = Object.keys(jobs) as [keyof typeof jobs, ...(keyof typeof jobs)[]];
const JobName = z.enum(jobNames).describe("The kind of job");

export const QueueState = z.object({
  name: JobName,
  waiting: z.number().int().describe("Waiting jobs, including those between attempts"),
  running: z.number().int().describe("Jobs being run"),
  failed: z.number().int().describe("Jobs of the last day that failed on their last attempt"),
  oldestSeconds: z
    .number()
    .int()
    .nullable()
    .describe("How long the oldest job that is ready to run has waited"),
});
export type QueueState = z.output<typeof QueueState>;

export const FailedJob = z.object({
  id: z.uuid(),
  name: JobName,
  company: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .describe("The company of the job; null for a job of the installation"),
  failedAt: Timestamp,
  tries: z.number().int().describe("How many times it ran"),
  reason: z.string().describe("The result of the last attempt, at most 300 characters"),
});
export type FailedJob = z.output<typeof FailedJob>;

export const getOperation = endpoint({
  method: "GET",
  path: "/api/operation",
  permission: "operation:read",
  summary: "Status of the installation",
  details:
    "The responding process reports on itself; the queue and the database are shared by all processes. Prometheus exposes more (`METRICS_PORT`).",
  output: z.object({
    troubles: z
      .array(z.object({ part: Trouble, says: z.string().describe("What is wrong, and what to do") }))
      .describe("What keeps this process from working as it should now; the log has it, too"),
    process: z.object({
      host: z.string().describe("The machine or container of the responding process"),
      pid: z.number().int().describe("Its number there"),
      version: z.string().describe("Version of Footnote"),
      node: z.string().describe("Version of Node.js"),
      startedAt: Timestamp,
      roles: z.array(z.enum(["web", "worker"])).describe("The roles of this process"),
      memory: bytes("Memory of this process"),
      freeMemory: bytes("Memory that the machine has left"),
    }),
    database: z.object({
      kind: z.enum(["embedded", "external"]),
      version: z.string().describe("Version of PostgreSQL"),
      size: bytes("Tables and indexes"),
      connections: z.number().int().describe("Connections of this process in use"),
      mostConnections: z.number().int().describe("Connections this process can open"),
      waiting: z.number().int().describe("Calls of this process waiting for a connection"),
    }),
    disk: z
      .object({ free: bytes("Room left"), size: bytes("The whole disk") })
      .nullable()
      .describe("Of the folder DATA_DIR; null where the system does not report it"),
    index: z
      .object({
        themes: z.number().int().describe("Themes whose word indexes are in memory"),
        bytes: bytes("Their words and vectors"),
        mostBytes: bytes("Beyond this the theme that was asked longest ago is dropped"),
      })
      .nullable()
      .describe("Null while the thread that searches is busy"),
    reading: z
      .object({
        places: z.number().int().describe("Files that this process reads at once"),
        running: z.number().int().describe("Files being read"),
        waiting: z.number().int().describe("Files waiting for a reader of this process"),
      })
      .nullable()
      .describe("Null where this process runs no jobs: workers read documents"),
    stalls: z
      .array(
        z.object({
          thread: z.enum(["calls", "jobs"]).describe("The thread's work"),
          p99Ms: z.number().int().describe("99 of 100 due tasks started within this many milliseconds"),
          maxMs: z.number().int().describe("The longest wait of a due task, in milliseconds"),
        }),
      )
      .describe("How long threads of this process blocked, within the last one to two minutes"),
    providers: z
      .array(
        z.object({
          provider: z.string(),
          calls: z.number().int().describe("Calls since the process started"),
          faults: z.number().int().describe("Calls without a response from the provider"),
          lastAt: Timestamp,
          lastOutcome: z.string().describe("`ok`, `stopped`, or the kind of fault"),
        }),
      )
      .describe("Model providers called by this process"),
    queues: z.array(QueueState),
    search: z
      .object({
        host: z.string().describe("Where it is, without the login"),
        index: z.string().nullable().describe("The index that answers; null while none does"),
        documents: z.number().int().describe("Documents that answer"),
        indexed: z.number().int().describe("Those that the answering index has as they are"),
        filling: z
          .object({
            index: z.string().describe("Its name"),
            indexed: z.number().int().describe("Documents that it has"),
          })
          .nullable()
          .describe("An index that will answer once it has every document"),
        trouble: z.string().nullable().describe("Why it can't be used now, as a sentence"),
      })
      .nullable()
      .describe("The OpenSearch that finds passages (`SEARCH_URL`); null: they are found in memory"),
    derived: z
      .object({
        current: z.number().int().describe("Documents whose index is of this version of the program"),
        old: z.number().int().describe("Of an earlier version"),
        damaged: z.number().int().describe("Found damaged"),
        missing: z.number().int().describe("Lost, wholly or in part"),
        waiting: z.number().int().describe("Documents that wait to be read again"),
        failed: z.number().int().describe("Documents that could not be read again"),
      })
      .describe("What was derived from the documents that answer"),
  }),
});

export const readAgain = endpoint({
  method: "POST",
  path: "/api/operation/readings",
  permission: "operation:edit",
  summary: "Read every document of the installation again",
  details:
    "Makes again what was derived from the files, without new versions; earlier answers don't change. Until a document has been read, its earlier reading answers.",
  output: z.object({
    documents: z.number().int().describe("Documents queued; those that waited already aside"),
  }),
});

export const rebuildSearch = endpoint({
  method: "POST",
  path: "/api/operation/search-rebuilds",
  permission: "operation:edit",
  summary: "Fill a new index in OpenSearch",
  details:
    "The present index answers until the new one has every document. While one is being filled, the call begins no other.",
  output: z.object({
    index: z.string().nullable().describe("The index that is being filled; null without OpenSearch"),
  }),
});

export const listFailedJobs = endpoint({
  method: "GET",
  path: "/api/operation/failed-jobs",
  permission: "operation:read",
  summary: "Jobs that failed on their last attempt, newest first",
  details: "Kept for a day, at most a hundred. The payload of a job, such as an email, is not shown.",
  output: z.array(FailedJob),
});

export const retryJobs = endpoint({
  method: "POST",
  path: "/api/operation/retries",
  permission: "operation:edit",
  summary: "Run failed jobs again",
  body: z.object({
    name: JobName,
    id: z.uuid().optional().describe("One job; if omitted, all failed jobs of this name"),
  }),
  output: z.object({ retried: z.number().int().describe("Jobs started again") }),
});
