import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id } from "#contract/kernel/values.ts";

export const about = "Invite people from a CSV file";

/** The maximum number of lines per import; a larger list must be split. */
export const maximumImportLines = 5000;

/** The outcome of a line. Only `invite` changes anything. */
export const ImportOutcome = z.enum([
  "invite",
  "exists",
  "duplicate",
  "bad_email",
  "bad_name",
  "bad_role",
  "no_workspace",
  "unknown_workspace",
]);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ImportLine = z.object({
  line: z.number().int().describe("Line of the file, as an editor counts them"),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  workspaces: z.string(),
  outcome: ImportOutcome,
  message: z.string().describe("What would happen, or why nothing would, as a sentence"),
});
export type ImportLine = z.output<typeof ImportLine>;

export const importUsers = endpoint({
  method: "POST",
  path: "/api/users/import",
  permission: "user:invite",
  summary: "Invite the users in a CSV file; with `dryRun`, only report per line what would happen",
  stepUp: ["dryRun=false"],
  limit: "import",
  body: z.object({
    csv: z
      .string()
      .max(900_000, "The file is larger than 900 KB. Split it.")
      .describe("Columns Email, First Name, Last Name, Role, Workspaces (names, separated by ';')"),
    dryRun: z.boolean(),
    companyId: Id.optional(),
  }),
  output: z.object({
    lines: z.array(ImportLine),
    invited: z.number().int().describe("Users that were added, or would be"),
  }),
});
