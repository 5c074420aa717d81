import { z } from "zod";
import { DocumentStatus, maximumFileBytes, maximumFiles, Receipt } from "#contract/knowledge/documents.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { documentTypes } from "#contract/kernel/media-types.ts";
import { RefusedFile } from "#contract/kernel/errors.ts";
import { Done, exactText, Id, IdParams, PathId, Timestamp } from "#contract/kernel/values.ts";

export const about =
  "For programs with an API key: keep the documents of a theme in step with another system";

const takesKeys = true as const;

/** As long as a key of an S3 bucket may be. */
const longestExternalId = 1024;

/** Kept exactly as sent: ids that differ in a space or in case are different. */
export const ExternalId = exactText("Send an externalId.")
  .refine(
    (value) => new TextEncoder().encode(value).length <= longestExternalId,
    `Use at most ${longestExternalId} bytes.`,
  )
  .describe("Your name for the document, unique in its theme: a path, the key of a bucket, an address");

export const ProgramDocument = z.object({
  id: Id,
  themeId: Id,
  externalId: z
    .string()
    .nullable()
    .describe("The program's own name for the document; null: it was added without one"),
  name: z.string(),
  version: z.number().int().describe("Of the newest file, from 1"),
  answeringVersion: z
    .number()
    .int()
    .nullable()
    .describe(
      "The version that answers questions: an earlier one while the newest is read, held or unsigned",
    ),
  status: DocumentStatus,
  isHeld: z.boolean().describe("The newest version waits until a person approves the answers it changes"),
  reason: z.string().nullable().describe("Why it could not be read"),
  pages: z.number().int().nullable(),
  bytes: z.number().int().describe("Size of the newest file"),
  sha256: z.string(),
  etag: z
    .string()
    .describe(
      "Changes with each version of the file: send it as `If-Match` to change or delete no other version",
    ),
  receipt: Receipt.nullable().describe("What was read from the file; null until it is ready"),
  createdAt: Timestamp,
});
export type ProgramDocument = z.output<typeof ProgramDocument>;

const namesakes = z
  .array(z.object({ id: Id, externalId: ProgramDocument.shape.externalId }))
  .describe("Other documents of the theme with the same name");

export const listProgramDocuments = endpoint({
  method: "GET",
  path: "/api/v1/documents",
  permission: "document:list",
  summary: "Documents of a theme, newest first",
  details:
    "Follow `next` to the end for all documents: documents that are added meanwhile move no page. `page` is for people who turn pages.",
  takesKeys,
  limit: "program",
  query: z.object({
    themeId: PathId,
    externalId: ExternalId.optional().describe("Only the document with this name of yours"),
    cursor: PathId.optional().describe("`next` of the previous response"),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    documents: z.array(ProgramDocument),
    total: z.number().int(),
    next: Id.nullable().describe("The `cursor` of the following documents; null: these are the last"),
  }),
});

export const uploadProgramDocuments = endpoint({
  method: "POST",
  path: "/api/v1/documents",
  permission: "document:upload",
  summary: "Upload up to 10 files to a theme; responds once they are safely stored, and reading continues",
  details:
    "If no file was taken, the response is an error, and `refused` has the reason for each file. Two documents may have the same name; `namesakes` says which others have it. To replace a document, use `PUT`.",
  status: 202,
  takesKeys,
  limit: "upload",
  uploads: { field: "files", most: maximumFiles, mostBytes: maximumFileBytes, types: documentTypes },
  query: z.object({ themeId: PathId }),
  output: z.object({
    documents: z.array(ProgramDocument.extend({ namesakes })),
    refused: z.array(RefusedFile),
  }),
});

/** The file is a document that was not there before. */
export const DocumentCreated = z.object({
  outcome: z.literal("created").describe("A new document"),
  document: ProgramDocument,
  namesakes,
});

/** There was a document already. */
export const DocumentFound = z.object({
  outcome: z
    .enum(["replaced", "linked", "unchanged"])
    .describe(
      "`replaced`: a new version. `linked`: a document with the same bytes now has this name. `unchanged`: it has these bytes already",
    ),
  document: ProgramDocument,
  namesakes,
});

export const putProgramDocument = endpoint({
  method: "PUT",
  path: "/api/v1/documents",
  permission: "document:replace",
  summary: "Add a file under your own name, or make it the next version of the document with that name",
  details:
    "Send one file in the field `file`. The same bytes change nothing, so the call can be repeated. A document that was added without a name and has the same bytes is linked to the name instead of being added twice. With `If-Match`, only the version with that `etag` is replaced; with `If-None-Match: *`, nothing is replaced.",
  status: 201,
  takesKeys,
  limit: "upload",
  uploads: { field: "file", most: 1, mostBytes: maximumFileBytes, types: documentTypes },
  conditions: ["If-Match", "If-None-Match"],
  hasEtag: true,
  query: z.object({
    themeId: PathId,
    externalId: ExternalId,
    formerly: ExternalId.optional().describe(
      "The name it had before your system renamed it: if no document has the new name, this one gets it and keeps its versions",
    ),
  }),
  output: z.discriminatedUnion("outcome", [DocumentCreated, DocumentFound]),
  outputs: { 201: DocumentCreated, 200: DocumentFound },
});

export const getProgramDocument = endpoint({
  method: "GET",
  path: "/api/v1/documents/:id",
  permission: "document:list",
  summary: "A document and the progress of its reading",
  details:
    "With `If-None-Match`, 304 if nothing has changed: send the `ETag` header of an earlier response, or the `etag` of the file, which then stands for a document whose reading has ended.",
  takesKeys,
  limit: "program",
  conditions: ["If-None-Match"],
  hasEtag: true,
  params: IdParams,
  output: ProgramDocument,
});

export const deleteProgramDocument = endpoint({
  method: "DELETE",
  path: "/api/v1/documents/:id",
  permission: "document:delete",
  summary: "Remove a document from all future answers",
  details:
    "Earlier answers keep their sources, and a hold keeps the files. With `If-Match`, only the version with that `etag` is removed.",
  takesKeys,
  limit: "program",
  conditions: ["If-Match", "If-None-Match"],
  conflicts: false,
  params: IdParams,
  output: Done,
});

export const deleteNamedProgramDocument = endpoint({
  method: "DELETE",
  path: "/api/v1/documents",
  permission: "document:delete",
  summary: "Remove the document with your own name from all future answers",
  details:
    "Earlier answers keep their sources, and a hold keeps the files. With `If-Match`, only the version with that `etag` is removed.",
  takesKeys,
  limit: "program",
  conditions: ["If-Match", "If-None-Match"],
  conflicts: false,
  query: z.object({ themeId: PathId, externalId: ExternalId }),
  output: Done,
});

export const getProgramPage = endpoint({
  method: "GET",
  path: "/api/v1/documents/:id/text",
  permission: "source:read",
  conflicts: true,
  summary: "The text of a document or one of its pages, as it was read",
  takesKeys,
  limit: "program",
  params: IdParams,
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).optional().describe("Position in the document, from 1"),
    version: z.coerce.number().int().min(1).max(100_000).optional(),
  }),
  output: z.object({
    id: Id,
    name: z.string(),
    version: z.number().int(),
    pages: z.array(
      z.object({ index: z.number().int(), number: z.number().int().nullable(), text: z.string() }),
    ),
  }),
});
