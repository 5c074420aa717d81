import { z } from "zod";
import { Citation } from "./answers.ts";
import { maximumFileBytes } from "#contract/knowledge/documents.ts";
import { mediaTypes } from "#contract/kernel/media-types.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Done, Id, IdParams, PathId, prose, Timestamp } from "#contract/kernel/values.ts";

export const about =
  "Files of questions that a theme answers, given back with answers, sources and confidence";
export const screens = ["/questionnaires"];

/** Longer ones are split: a person has to review each answer. */
export const mostQuestions = 1_000;
export const maximumQuestionnaireBytes = maximumFileBytes;
/** Of one company at the same time. */
export const mostRunning = 5;
export const mostQuestionnaires = 200;
export const questionsOfPage = 50;
/** As many characters as a cell of a workbook may hold, and some to spare. */
export const longestAnswer = 20_000;
const mostPlaces = 60;

export const QuestionnaireState = z.enum(["draft", "running", "finished", "stopped"]);
export type QuestionnaireState = z.infer<typeof QuestionnaireState>;

const Column = z.number().int().min(0).max(16_383);

const PlaceChoice = z.object({
  isUsed: z.boolean().describe("Whether its questions are asked"),
  questionColumn: Column.nullable().describe("From 0; null: no column, or paragraphs"),
  answerColumn: Column.nullable().describe("From 0; null: answers get new columns or paragraphs"),
});

export const QuestionnairePlace = PlaceChoice.extend({
  name: z.string().describe("A sheet, a table of a Word file (`Table 1`), or `Paragraphs`"),
  columns: z
    .array(z.object({ index: Column, title: z.string() }))
    .describe("Columns with text, in their order; none for paragraphs"),
  questions: z.number().int().describe("Questions found in it"),
  answered: z.number().int().describe("Rows left out because their answer is filled in already"),
});
export type QuestionnairePlace = z.output<typeof QuestionnairePlace>;

export const Questionnaire = z.object({
  id: Id,
  name: z.string().describe("The file's name"),
  kind: z.enum(["xlsx", "docx"]),
  themeId: Id,
  themeName: z.string(),
  companyName: z.string(),
  createdBy: z.string().describe("Who uploaded it: its questions are asked as this person"),
  isOwn: z.boolean(),
  state: QuestionnaireState.describe("`draft`: not started. `stopped`: it cannot be asked any further"),
  reason: z.string().nullable().describe("Why it stopped"),
  total: z.number().int().describe("Its questions"),
  answered: z.number().int().describe("Questions with a recorded answer, declined ones included"),
  failed: z.number().int().describe("Questions that could not be asked"),
  reviewed: z.number().int().describe("Questions that a person accepted, edited or marked as not answered"),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});
export type Questionnaire = z.output<typeof Questionnaire>;

export const QuestionnaireDetails = Questionnaire.extend({
  places: z.array(QuestionnairePlace).describe("Where its questions are and where answers go"),
});
export type QuestionnaireDetails = z.output<typeof QuestionnaireDetails>;

export const QuestionReview = z.enum(["accepted", "edited", "not_answered"]);
export type QuestionReview = z.infer<typeof QuestionReview>;

export const QuestionnaireQuestion = z.object({
  ordinal: z.number().int().describe("From 1, in the order of the file"),
  question: z.string(),
  where: z.string().describe("`Security, row 7`"),
  sameAs: z.number().int().nullable().describe("An earlier question with the same words: its answer counts"),
  state: z
    .enum(["waiting", "asked", "answered", "declined", "failed", "too_long"])
    .describe("`asked`: its answer is being made. `too_long`: too long to be asked"),
  answer: z.string().describe("What is written into the file"),
  confidence: z.string().describe("What is written into the file: how far the documents bear the answer"),
  note: z.string().nullable().describe("A remark on the answer, or why there is none"),
  sources: z
    .array(Citation)
    .describe("Cited words; of a declined question the closest passages, without marks (0)"),
  interactionId: Id.nullable().describe("The recorded answer"),
  review: QuestionReview.nullable(),
  reviewedBy: z.string().nullable().describe("Who reviewed the answer last; null: not reviewed"),
});
export type QuestionnaireQuestion = z.output<typeof QuestionnaireQuestion>;

export const listQuestionnaires = endpoint({
  method: "GET",
  path: "/api/questionnaires",
  permission: "theme:ask",
  summary: "Your questionnaires, newest first; with permission to read interactions, all of the company's",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(Questionnaire).max(mostQuestionnaires),
});

export const createQuestionnaire = endpoint({
  method: "POST",
  path: "/api/themes/:id/questionnaires",
  permission: "theme:ask",
  summary: "Upload a questionnaire (.xlsx or .docx); responds with the questions found, and asks none yet",
  limit: "upload",
  uploads: {
    field: "files",
    most: 1,
    mostBytes: maximumQuestionnaireBytes,
    types: [mediaTypes.xlsx, mediaTypes.docx],
  },
  status: 201,
  params: IdParams,
  output: QuestionnaireDetails,
});

export const getQuestionnaire = endpoint({
  method: "GET",
  path: "/api/questionnaires/:id",
  permission: "theme:ask",
  summary: "A questionnaire: its progress, and where its questions are",
  params: IdParams,
  output: QuestionnaireDetails,
});

export const listQuestionnaireQuestions = endpoint({
  method: "GET",
  path: "/api/questionnaires/:id/questions",
  permission: "theme:ask",
  summary: "A page of its questions with their answers, in the order of the file",
  params: IdParams,
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    open: z.enum(["true", "false"]).default("false").describe("`true`: only answers without a review"),
  }),
  output: z.object({
    rows: z.array(QuestionnaireQuestion).max(questionsOfPage),
    total: z.number().int(),
  }),
});

export const placeQuestionnaire = endpoint({
  method: "POST",
  path: "/api/questionnaires/:id/places",
  permission: "theme:ask",
  summary: "Choose where the questions of your questionnaire are and where answers go, before it runs",
  params: IdParams,
  body: z.object({
    places: z
      .array(PlaceChoice)
      .min(1)
      .max(mostPlaces)
      .describe("One for each of its places, in their order"),
  }),
  output: QuestionnaireDetails,
});

export const runQuestionnaire = endpoint({
  method: "POST",
  path: "/api/questionnaires/:id/run",
  permission: "theme:ask",
  summary:
    "Ask the questions of your own questionnaire in the background; after a stop or failures, the rest of them",
  params: IdParams,
  output: QuestionnaireDetails,
});

export const reviewQuestionnaire = endpoint({
  method: "POST",
  path: "/api/questionnaires/:id/review",
  permission: "theme:ask",
  summary:
    "Accept or edit an answer, or mark its question as not answered; before the run, it is then not asked",
  params: IdParams,
  body: z.object({
    ordinal: z
      .number()
      .int()
      .min(1)
      .max(mostQuestions)
      .describe("The question, from 1 in the order of the file"),
    review: QuestionReview.nullable().describe("null: takes the review back"),
    answer: prose(longestAnswer).optional().describe("With `edited`: the words for the file"),
  }),
  output: QuestionnaireQuestion,
});

export const downloadQuestionnaire = endpoint({
  method: "GET",
  path: "/api/questionnaires/:id/file",
  permission: "theme:ask",
  summary: "The file with answer, sources and confidence beside each question",
  params: IdParams,
  limit: "export",
  answers: { file: [mediaTypes.xlsx, mediaTypes.docx] },
});

export const deleteQuestionnaire = endpoint({
  method: "DELETE",
  path: "/api/questionnaires/:id",
  permission: "theme:ask",
  summary: "Delete a questionnaire with its file; its recorded answers stay on the record",
  params: IdParams,
  output: Done,
});
