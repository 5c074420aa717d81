import { z } from "zod";
import { mediaTypes } from "#contract/kernel/media-types.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Role } from "#contract/kernel/permissions.ts";
import { Id, PathId, text, Timestamp, TimeZone } from "#contract/kernel/values.ts";

export const about = "Who did what, in a tamper-evident log: read, verify, hand over";
export const screens = ["/record", "/hand-over", "/proof"];

/** The log of a company; a super admin names the company, or omits it to read the platform's own log. */
const InLog = z.object({ companyId: PathId.optional() });
const InLogBody = z.object({ companyId: Id.optional() });

export const RecordEvent = z.object({
  number: z.number().int().describe("Its position in the log, from 1"),
  at: Timestamp,
  clock: Timestamp.nullable().describe("The time on the machine's clock, if it was behind the log"),
  actor: z.object({
    type: z.enum(["user", "key", "job", "system", "public"]),
    id: Id.nullable().describe("Id of the person, key or token"),
    role: Role.nullable(),
    name: z.string().describe("As it was then; for an erased event, as it is now"),
  }),
  action: z.string().describe("`noun.verb`, such as `document.delete`"),
  target: z.object({
    type: z.string(),
    id: z.string(),
    name: z
      .string()
      .nullable()
      .describe("Display name: as recorded; current for people; the first words of a question. Lists only."),
  }),
  involved: z
    .string()
    .nullable()
    .describe(
      "Display name of the person or workspace whom the event gave or took something; people by their current name. Lists only.",
    ),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  result: z.enum(["done", "refused", "failed"]),
  address: z.string(),
  requestId: z.string(),
  hasManifest: z.boolean().describe("Whether a proof can be downloaded"),
  isErased: z.boolean().describe("Name, address, before and after were erased; the event remains in the log"),
});
export type RecordEvent = z.output<typeof RecordEvent>;

const RecordFilters = InLog.extend({
  actorId: PathId.optional().describe(
    "Who did it; for a program, the id under which its questions are listed",
  ),
  action: text(60).optional(),
  targetType: text(40).optional(),
  targetId: text(200).optional().describe("Id of the `targetType`"),
  result: z.enum(["done", "refused", "failed"]).optional(),
  from: z.iso.date().optional().describe("First day, in `timeZone`"),
  to: z.iso.date().optional().describe("Last day, in `timeZone`"),
  timeZone: TimeZone.default("UTC"),
  text: text(200).optional().describe("In names, targets, before and after, and the questions of answers"),
});

export const listRecord = endpoint({
  method: "GET",
  path: "/api/record",
  permission: "record:read",
  summary: "Who did what, newest first",
  details:
    "With `text`, each call searches 20,000 events and returns those that match, possibly none; continue with `next` until it is null.",
  query: RecordFilters.extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    rows: z.array(RecordEvent),
    next: z.number().int().nullable().describe("`before` of the next page; null: this is the last page"),
    size: z.number().int().describe("Events in the entire log"),
  }),
});

export const listRecordActions = endpoint({
  method: "GET",
  path: "/api/record/actions",
  permission: "record:read",
  summary: "The recorded actions, for filtering",
  query: InLog,
  output: z.array(z.string()),
});

/** API Activity of the Open Cybersecurity Schema Framework 1.3 (schema.ocsf.io, class 6003). */
export const OcsfActivity = z.object({
  class_uid: z.literal(6003).describe("API Activity"),
  category_uid: z.literal(6).describe("Application Activity"),
  activity_id: z.number().int().describe("1 create, 2 read, 3 update, 4 delete, 99 other"),
  type_uid: z.number().int().describe("`class_uid` × 100 + `activity_id`"),
  severity_id: z.number().int().describe("1 if it was done, 3 if it was refused or failed"),
  time: z.number().int().describe("Milliseconds since 1970"),
  status_id: z.number().int().describe("1 success, 2 failure"),
  status: z.enum(["Success", "Failure"]),
  status_detail: RecordEvent.shape.result.describe("Whether it was done, refused or failed"),
  metadata: z
    .object({
      version: z.literal("1.3.0"),
      uid: z.string().describe("The event's number in the log"),
      product: z
        .object({ name: z.string(), vendor_name: z.string().describe("Its maker"), version: z.string() })
        .describe("The program that recorded it"),
    })
    .describe("The schema's version, and where the event comes from"),
  actor: z.object({
    user: z.object({
      uid: z.string().optional().describe("Id of the person, key or token"),
      name: z.string(),
      type: z.string().describe("The role, or the kind of actor"),
    }),
  }),
  api: z
    .object({
      operation: z.string().describe("`noun.verb`, such as `document.delete`"),
      request: z.object({ uid: z.string().describe("Its id in the log") }).describe("The call"),
    })
    .describe("The recorded action"),
  src_endpoint: z
    .union([z.object({ name: z.string() }), z.object({ ip: z.string().describe("IP address") })])
    .describe("The caller's address; the program's name where it acted by itself"),
  resources: z
    .array(z.object({ type: z.string(), uid: z.string().describe("Its id") }))
    .describe("What was acted on"),
  unmapped: RecordEvent.pick({ before: true, after: true }).describe("Fields without an equivalent"),
});
export type OcsfActivity = z.output<typeof OcsfActivity>;

/** A line of the export: with the format `ocsf` an activity, else an event. */
export const ExportedEvent = z.union([RecordEvent, OcsfActivity]);

export const exportRecord = endpoint({
  method: "GET",
  path: "/api/record/export",
  permission: "record:read",
  summary:
    "The filtered events, oldest first, as JSON Lines, CSV, Excel workbook or OCSF (API Activity, 6003)",
  limit: "export",
  fairQueue: "export",
  query: RecordFilters.extend({ format: z.enum(["jsonl", "csv", "xlsx", "ocsf"]).default("jsonl") }),
  answers: { file: ["application/x-ndjson", "text/csv", mediaTypes.xlsx] },
  events: ExportedEvent,
  stepUp: true,
});

export const RecordHead = z.object({
  id: z.number().int(),
  size: z.number().int().describe("Events it covers"),
  root: z.string().describe("Base64"),
  note: z.string().describe("The signed head as sent to outside places (c2sp.org/tlog-checkpoint)"),
  key: z.string().describe("The public key that verifies it, PEM"),
  signedAt: Timestamp,
});
export type RecordHead = z.output<typeof RecordHead>;

export const listRecordHeads = endpoint({
  method: "GET",
  path: "/api/record/heads",
  permission: "record:read",
  summary: "Signed heads of the log, newest first",
  query: InLog.extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: z.array(RecordHead),
});

export const signRecordHead = endpoint({
  method: "POST",
  path: "/api/record/heads",
  permission: "record:read",
  summary: "Sign the current log; heads are signed automatically every minute",
  body: InLogBody,
  output: RecordHead,
});

export const rotateRecordKey = endpoint({
  method: "POST",
  path: "/api/record/keys",
  permission: "record:rotate-key",
  summary: "Sign with a new key from now on; heads signed with earlier keys remain valid",
  output: z.object({ key: z.string().describe("The new public key, PEM") }),
  stepUp: true,
});

const HashText = z.string().describe("Base64");

const RecordLine = z.object({
  entry: z.string().describe("Canonical JSON (RFC 8785), the leaf of the log"),
  salt: z.string().nullable().describe("Hex; null: erased"),
  details: z.string().nullable().describe("Canonical JSON that the entry commits to"),
});

/** Input of `footnote-verify.mjs`; texts are hashed exactly as written here. */
export const RecordProof = z.object({
  form: z.literal("footnote-proof/1"),
  event: RecordLine,
  manifest: z.object({
    salt: z.string().nullable().describe("Hex; null: erased"),
    content: z.string().nullable().describe("Canonical JSON of everything the answer was made from"),
  }),
  asker: z
    .object({
      salt: z.string().nullable().describe("Hex; null: erased, or held by an older manifest itself"),
      content: z
        .string()
        .nullable()
        .describe("Canonical JSON of name, address and, if a program asked for someone, that person"),
    })
    .describe("The asker"),
  erasures: z
    .array(z.object({ event: RecordLine, inclusion: z.array(HashText) }))
    .describe("The events that record what was erased here, when, and under which period"),
  inclusion: z.array(HashText).describe("RFC 9162, 2.1.3"),
  head: z.string(),
  consistency: z
    .array(z.object({ size: z.number().int(), proof: z.array(HashText) }))
    .describe(
      "Proof that the log begins with heads of these sizes (RFC 9162, 2.1.4): the latest, and the requested one",
    ),
  timestamp: z
    .object({
      head: z.string().describe("The time-stamped head; `consistency` proves that the log begins with it"),
      response: z.base64().describe("The authority's TimeStampResp, DER (RFC 3161, 2.4.2)"),
      by: z.string().describe("The authority"),
      at: Timestamp.describe("When it was received"),
    })
    .nullable()
    .describe("The first time stamp over a head that covers the answer; null: there is none"),
  key: z.string().describe("PEM; verifiers should obtain it from another source"),
});

export const getRecordProof = endpoint({
  method: "GET",
  path: "/api/record/proofs/:interactionId",
  permission: "record:read",
  conflicts: true,
  summary: "The proof of an answer: its event, manifest, position in the log and signed head",
  isVerbatim: true,
  params: z.object({ interactionId: PathId }),
  query: z.object({
    headSize: z.coerce
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe("Events of a head kept outside, to verify against"),
  }),
  output: RecordProof,
});

export const getRecordedTheme = endpoint({
  method: "GET",
  path: "/api/record/proofs/:interactionId/theme",
  permission: "record:read",
  conflicts: true,
  summary: "Purpose and instructions of the theme as they were when it answered",
  params: z.object({ interactionId: PathId }),
  output: z.object({ name: z.string(), purpose: z.string(), instructions: z.string() }),
});

export const RecordProblem = z.object({
  kind: z.enum([
    ...["changed", "missing", "surplus", "rewritten", "answer", "document", "erased"],
    ...["hash", "head", "outside-head"],
    ...["rating", "hold", "periods", "role", "approved", "text"],
  ] as const),
  from: z.number().int().describe("The first altered event"),
  to: z.number().int(),
  sentence: z.string(),
});

export const RecordCheck = z.object({
  id: Id,
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable().describe("null: still running"),
  size: z.number().int(),
  checked: z.number().int().describe("Events checked so far"),
  outcome: z.enum(["intact", "altered", "failed"]).nullable(),
  problem: RecordProblem.nullable(),
  outside: z
    .object({ place: z.string(), size: z.number().int() })
    .nullable()
    .describe("The outside head that the log was compared with; null: none could be read"),
  erased: z.number().int().describe("Answers whose content was erased; their commitments remain"),
});
export type RecordCheck = z.output<typeof RecordCheck>;

export const checkRecord = endpoint({
  method: "POST",
  path: "/api/record/checks",
  permission: "record:read",
  summary: "Check the log now, in the background; the state shows the progress",
  body: InLogBody,
  output: RecordCheck,
});

export const getRecordState = endpoint({
  method: "GET",
  path: "/api/record/state",
  permission: "record:read",
  summary: "State of the log: its newest head, the heads sent outside, and the latest check",
  query: InLog,
  output: z.object({
    size: z.number().int(),
    head: RecordHead.nullable(),
    outside: z
      .array(z.object({ place: z.string(), size: z.number().int(), deliveredAt: Timestamp }))
      .describe("The newest head at each outside place"),
    places: z.array(z.string()).describe("Outside places configured on this installation"),
    troubles: z
      .array(z.object({ what: z.string(), reason: z.string(), since: Timestamp }))
      .describe("Places that currently accept no heads, or a signing key that cannot be opened"),
    keys: z.array(z.string()).describe("All public keys that have signed heads here, newest first, PEM"),
    check: RecordCheck.nullable(),
  }),
});

export const BundleFilters = z.object({
  from: z.iso.date().optional().describe("First day, UTC"),
  to: z.iso.date().optional().describe("Last day, UTC"),
  themeId: Id.optional(),
  themeIds: z.array(Id).max(200).optional().describe("Any of these; with `themeId`, both must match"),
  userId: Id.optional().describe("The person whose actions and questions to include"),
});

export const RecordBundle = z.object({
  id: Id,
  status: z.enum(["waiting", "running", "ready", "failed"]),
  reason: z.string().nullable(),
  filters: BundleFilters,
  themeName: z.string().nullable().describe("Name of `filters.themeId`, as it is now"),
  personName: z.string().nullable().describe("Name of `filters.userId`, as it is now"),
  done: z.number().int().describe("Events written so far"),
  events: z.number().int().nullable().describe("Events that match the filters; null: not counted yet"),
  size: z.number().int().nullable().describe("Events of the log at its head"),
  fileSize: z.number().int().nullable(),
  sha256: z.string().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  expiresAt: Timestamp.describe("When it is removed"),
});
export type RecordBundle = z.output<typeof RecordBundle>;

export const createRecordBundle = endpoint({
  method: "POST",
  path: "/api/record/bundles",
  permission: "record:read",
  summary: "Make a bundle that proves part of the record independently of us, in the background",
  limit: "export",
  body: BundleFilters.extend({ companyId: Id.optional() }),
  output: RecordBundle,
  status: 202,
  stepUp: true,
});

export const listRecordBundles = endpoint({
  method: "GET",
  path: "/api/record/bundles",
  permission: "record:read",
  summary: "Bundles of the last week, newest first",
  query: InLog,
  output: z.array(RecordBundle),
});

export const getRecordBundle = endpoint({
  method: "GET",
  path: "/api/record/bundles/:id",
  permission: "record:read",
  summary: "The progress of a bundle",
  params: z.object({ id: PathId }),
  output: RecordBundle,
});

export const getRecordBundleFile = endpoint({
  method: "GET",
  path: "/api/record/bundles/:id/file",
  permission: "record:read",
  conflicts: true,
  summary: "The bundle, as a ZIP archive",
  limit: "export",
  params: z.object({ id: PathId }),
  answers: { file: ["application/zip"] },
  stepUp: true,
});

export const getRecordVerifier = endpoint({
  method: "GET",
  path: "/api/record/verifier",
  // the same program for everyone, and useless without a bundle
  permission: "signed-in",
  summary: "footnote-verify.mjs, which verifies bundles and proofs with only Node",
  answers: { file: ["text/javascript"] },
});
