import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams } from "#contract/kernel/values.ts";

export const about = "Questions worth asking a new theme, with what it answers";

export const mostFirstQuestions = 5;

export const FirstQuestion = z.object({
  question: z.string().describe("A whole sentence, made of a heading or a sentence of the document"),
  answer: z.string().describe("The words of the document that the theme answers with"),
  documentId: Id,
  documentName: z.string(),
  page: z.number().int().nullable().describe("The number a PDF reader shows; null for Word and text"),
});
export type FirstQuestion = z.output<typeof FirstQuestion>;

export const listFirstQuestions = endpoint({
  method: "GET",
  path: "/api/themes/:id/first-questions",
  permission: "theme:ask",
  summary:
    "At most five questions made of the documents' own headings and sentences, each of which the theme answers",
  details:
    "They are asked as a person would ask them, without a model, and not recorded. A question that isn't answered with the sentence it was made of is left out. Only documents in English make questions.",
  params: IdParams,
  output: z.array(FirstQuestion),
});
