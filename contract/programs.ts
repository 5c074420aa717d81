import { z } from "zod";
import { AnswerEvent, maximumQuestion } from "./answers.ts";
import { DocumentStatus } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { Id, IdParams, PathId, SelectedTags, text, Timestamp } from "./values.ts";

/** The calls of other programs: few, small, and stable. Their errors are problems by RFC 9457. */
export const programPath = "/api/v1/";

const takesKeys = true as const;

export const ProgramTheme = z.object({
  id: Id,
  name: z.string(),
  purpose: z.string(),
  isOpen: z.boolean().describe("false: an inactive theme cannot be asked"),
  documents: z.number().int(),
});

export const listProgramThemes = endpoint({
  method: "GET",
  path: "/api/v1/themes",
  permission: "theme:list",
  summary: "Themes within reach",
  takesKeys,
  limit: "program",
  output: z.object({ themes: z.array(ProgramTheme) }),
});

export const ProgramCitation = z.object({
  number: z.number().int().describe("The mark in the text: `[1]`"),
  quote: z.string().describe("Words of the source, verbatim"),
  document: z.object({ id: Id, name: z.string(), version: z.number().int() }),
  page: z.number().int().nullable().describe("The number a PDF reader shows; null for Word and text"),
  section: z.string().nullable(),
  url: z.url().describe("Opens the cited page as text, with the same key"),
});

export const ProgramSentence = z.object({
  text: z.string(),
  citations: z.array(z.number().int()),
  check: z
    .enum(["quoted", "supported", "open", "unchecked"])
    .describe(
      "`quoted`: the words of the source. `supported`: a source says it. `open`: its source says nothing against it, but it was not checked word for word. `unchecked`: it could not be checked in time",
    ),
});

export const ProgramAnswer = z.object({
  id: Id,
  outcome: z
    .enum(["answered", "declined", "failed"])
    .describe("`declined`: the documents do not answer this. That is an answer: pass it on"),
  text: z.string().describe("Markdown with marks `[1]`"),
  sentences: z.array(ProgramSentence),
  citations: z.array(ProgramCitation),
  note: z.string().nullable().describe("Why nothing was answered, or what to know with the answer"),
  writtenBy: z.enum(["model", "quotes", "reviewer"]),
  correction: z
    .object({ text: z.string(), reviewedAt: Timestamp })
    .nullable()
    .describe("What a reviewer put in the answer's place"),
  askedAt: Timestamp,
});
export type ProgramAnswer = z.output<typeof ProgramAnswer>;

/** Events of a streamed answer; `done` or `failed` comes last, always. */
export const ProgramEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), id: Id }),
  z.object({ type: z.literal("delta"), text: z.string() }),
  z
    .object({ type: z.literal("restarted"), note: z.string() })
    .describe("What has arrived so far is void; the answer begins anew"),
  z.object({ type: z.literal("done"), answer: ProgramAnswer }),
  z.object({ type: z.literal("failed"), id: Id.nullable(), error: z.string() }),
]);
export type ProgramEvent = z.output<typeof ProgramEvent>;
export type { AnswerEvent };

export const createProgramAnswer = endpoint({
  method: "POST",
  path: "/api/v1/answers",
  permission: "theme:ask",
  summary: "Ask a theme",
  details:
    "With `Accept: text/event-stream` the answer arrives as events while it is written. With an `Idempotency-Key` header (up to 255 characters, kept for a day) the same question again gets the answer that is there, and is asked once.",
  status: 201,
  takesKeys,
  limit: "ask",
  body: z.object({
    themeId: Id,
    question: text(maximumQuestion).refine((value) => value.length > 0, "Send a question."),
    conversation: text(80)
      .optional()
      .describe("Your name for the conversation: questions under the same one may follow up on each other"),
    endUser: text(200)
      .optional()
      .describe("For whom you ask, in your own words, such as a customer number; stands in the record"),
    tags: SelectedTags.prefault({}).describe("Only documents with these tags are searched"),
  }),
  output: ProgramAnswer,
});

export const getProgramAnswer = endpoint({
  method: "GET",
  path: "/api/v1/answers/:id",
  permission: "history:read",
  summary: "An answer to one's own question, with its correction where a reviewer wrote one",
  takesKeys,
  limit: "program",
  params: IdParams,
  output: ProgramAnswer,
});

export const mostPassages = 30;

export const findPassages = endpoint({
  method: "POST",
  path: "/api/v1/passages",
  permission: "source:read",
  summary: "The passages of a theme that fit a question best, without an answer",
  takesKeys,
  limit: "ask",
  body: z.object({
    themeId: Id,
    question: text(maximumQuestion).refine((value) => value.length > 0, "Send a question."),
    tags: SelectedTags.prefault({}),
    limit: z.number().int().min(1).max(mostPassages).default(10),
  }),
  output: z.object({
    passages: z.array(
      ProgramCitation.omit({ number: true, quote: true }).extend({
        text: z.string(),
        score: z.number().describe("0 to 1: how well the passage fits the question"),
      }),
    ),
  }),
});

export const ProgramDocument = z.object({
  id: Id,
  themeId: Id,
  name: z.string(),
  version: z.number().int(),
  status: DocumentStatus,
  reason: z.string().nullable().describe("Why it could not be read"),
  pages: z.number().int().nullable(),
  sha256: z.string(),
  createdAt: Timestamp,
});

export const listProgramDocuments = endpoint({
  method: "GET",
  path: "/api/v1/documents",
  permission: "document:list",
  summary: "Documents of a theme, newest first",
  takesKeys,
  limit: "program",
  query: z.object({
    themeId: PathId,
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ documents: z.array(ProgramDocument), total: z.number().int() }),
});

export const uploadProgramDocuments = endpoint({
  method: "POST",
  path: "/api/v1/documents",
  permission: "document:upload",
  summary: "Upload up to 10 files into a theme; answers when they are safely stored, reading goes on",
  status: 202,
  takesKeys,
  limit: "upload",
  sends: "multipart",
  query: z.object({ themeId: PathId }),
  output: z.object({
    documents: z.array(ProgramDocument),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
});

export const getProgramDocument = endpoint({
  method: "GET",
  path: "/api/v1/documents/:id",
  permission: "document:list",
  summary: "A document and how far its reading is",
  takesKeys,
  limit: "program",
  params: IdParams,
  output: ProgramDocument,
});

export const getProgramPage = endpoint({
  method: "GET",
  path: "/api/v1/documents/:id/text",
  permission: "source:read",
  summary: "The text of a document, or of one page of it, as it was read",
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
