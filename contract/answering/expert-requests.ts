import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, prose, requiredProse, Timestamp } from "#contract/kernel/values.ts";

export const about = "Questions that a named person is asked to answer";
export const screens = ["/expert"];

export const ExpertRequest = z.object({
  id: Id,
  interactionId: Id.describe("The question's"),
  question: z.string(),
  themeName: z.string(),
  note: z.string().describe("From the person who asked"),
  askedBy: z.string().describe("The administrator who asks"),
  askedAt: Timestamp,
  expert: z.string().describe("Who is asked"),
  answer: z.string().nullable().describe("null: not answered yet"),
  answeredAt: Timestamp.nullable().describe("When the expert answered"),
  isClosed: z.boolean().describe("The question was answered or closed before the expert answered"),
});
export type ExpertRequest = z.output<typeof ExpertRequest>;

export const askExpert = endpoint({
  method: "POST",
  path: "/api/admin/interactions/:id/expert",
  permission: "interaction:review",
  summary: "Ask a person of the company to answer a question; their answer comes back as a proposal",
  status: 201,
  params: IdParams,
  body: z.object({ userId: Id, note: prose(1000).default("") }),
  output: ExpertRequest,
});

export const listExpertRequests = endpoint({
  method: "GET",
  path: "/api/expert-requests",
  permission: "history:read",
  summary: "Questions that you were asked to answer, open ones first",
  output: z.array(ExpertRequest),
});

export const answerExpertRequest = endpoint({
  method: "POST",
  path: "/api/expert-requests/:id/answer",
  permission: "history:read",
  summary: "Answer a question that you were asked as an expert",
  params: IdParams,
  body: z.object({ answer: requiredProse(20_000, "Write the answer.") }),
  output: ExpertRequest,
});
