import { z } from "zod";
import { Outcome } from "./answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, PathId, text, Timestamp } from "#contract/kernel/values.ts";

export const about = "Search everything by name, in one call";

/** The length from which part of a name is enough to search everything. */
export const shortestSearch = 2;
/** Per kind. */
export const mostFound = 7;

export const Found = z.object({
  themes: z.array(z.object({ id: Id, name: z.string(), companyName: z.string() })),
  questions: z
    .array(
      z.object({
        interactionId: Id,
        question: z.string(),
        themeName: z.string(),
        outcome: Outcome,
        askedAt: Timestamp,
        isOwn: z.boolean(),
      }),
    )
    .describe("Among the latest: your own; for administrators, those of the company"),
  documents: z
    .array(
      z.object({ id: Id, name: z.string(), themeId: Id, themeName: z.string(), companyName: z.string() }),
    )
    .describe("Empty for agents, who have no document list"),
  people: z
    .array(z.object({ id: Id, name: z.string(), email: z.string() }))
    .describe("Empty for agents, who have no list of people"),
});
export type Found = z.output<typeof Found>;

export const search = endpoint({
  method: "GET",
  path: "/api/search",
  permission: "theme:list",
  summary: "Themes, questions, documents and people the caller can see, found despite typos",
  query: z.object({
    companyId: PathId.optional(),
    search: text(200).refine(
      (value) => value.length >= shortestSearch,
      `Use at least ${shortestSearch} characters.`,
    ),
  }),
  output: Found,
});
