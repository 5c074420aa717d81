import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Role } from "#contract/kernel/permissions.ts";
import { Id, IdParams, listOf, ListQuery, PathId } from "#contract/kernel/values.ts";
import { Theme } from "#contract/knowledge/themes.ts";
import { Answer, ask, Greeting } from "./answers.ts";

export const about = "Who can ask a theme and why, and what one of them sees and is answered";
export const screens = ["/ask-as"];

/** People shown of each reason; the others are counted. */
export const mostAskers = 12;

export const Asker = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  maySeeAs: z.boolean().describe("Whether you may see what this person sees"),
  whyNot: z
    .enum(["yourself", "another_workspace", "role"])
    .nullable()
    .describe(
      "Why you can't: it is you, a person outside your workspaces, or a role above yours; null: you can",
    ),
});
export type Asker = z.output<typeof Asker>;

export const Askers = z.object({
  reason: z.enum(["by_name", "workspace", "administrator"]),
  workspace: z.object({ id: Id, name: z.string() }).nullable().describe("Of the reason `workspace`"),
  total: z.number().int(),
  people: z.array(Asker).describe(`By name, at most ${mostAskers}`),
});
export type Askers = z.output<typeof Askers>;

export const listAskers = endpoint({
  method: "GET",
  path: "/api/themes/:id/askers",
  permission: "theme:assign",
  summary: "Who can ask a theme, by reason: named, in a workspace, or an administrator",
  details: "Somebody with two reasons is listed under both. An inactive theme answers none of them.",
  params: IdParams,
  output: z.array(Askers),
});

export const SeenTheme = Theme.pick({
  id: true,
  name: true,
  purpose: true,
  modelType: true,
  documentCount: true,
});
export type SeenTheme = z.output<typeof SeenTheme>;

export const SeenDesk = z.object({
  person: Asker.omit({ maySeeAs: true, whyNot: true }),
  themes: z.array(SeenTheme).describe("Those the person can ask, by name, at most 1,000"),
});
export type SeenDesk = z.output<typeof SeenDesk>;

export const openDeskAs = endpoint({
  method: "POST",
  path: "/api/users/:id/desk",
  permission: "user:see-as",
  stepUp: true,
  summary: "Open the workbench as another person sees it; recorded",
  details:
    "For agents and workspace admins who are active: a workspace admin, for people of the own workspaces. The rules decide as for that person, and nothing can be written in their name.",
  params: IdParams,
  output: SeenDesk,
});

export const SeenDocument = z.object({
  id: Id,
  name: z.string(),
  version: z
    .number()
    .int()
    .nullable()
    .describe("The version that the person can open; null while none is signed off"),
  answers: z.boolean().describe("A version of it answers questions"),
});
export type SeenDocument = z.output<typeof SeenDocument>;

export const listDocumentsAs = endpoint({
  method: "GET",
  path: "/api/users/:id/desk/themes/:themeId/documents",
  permission: "user:see-as",
  conflicts: true,
  summary: "Documents of a theme as another person finds them, newest first",
  params: IdParams.extend({ themeId: PathId }),
  query: ListQuery.pick({ page: true, pageSize: true, search: true }),
  output: listOf(SeenDocument),
});

/** An answer that nobody was given: it has no number, no rating and no place in a history. */
export const AnswerAs = Answer.omit({ interactionId: true });
export type AnswerAs = z.output<typeof AnswerAs>;

export const askAs = endpoint({
  method: "POST",
  path: "/api/users/:id/desk/questions",
  permission: "user:see-as",
  stepUp: true,
  limit: "ask",
  summary: "Ask a theme as another person would; recorded, but no answer is stored",
  details:
    "Made by the same steps as the person's own answer. It counts in no report and appears in no one's history; tokens of a model count for the company.",
  params: IdParams,
  body: ask.body.pick({ themeId: true, userQuery: true }),
  output: z.union([AnswerAs, Greeting]),
});
