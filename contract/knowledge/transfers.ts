import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, requiredText } from "#contract/kernel/values.ts";
import { Document } from "./documents.ts";
import { Theme } from "./themes.ts";

export const about = "Copy a theme, move a document to another one";

/** Documents copied with a theme, each of which is stored and read again. */
export const mostCopied = 200;

export const copyTheme = endpoint({
  method: "POST",
  path: "/api/themes/:id/copy",
  permission: "theme:create",
  summary: "Create a theme with the settings and tags of another one",
  details:
    "Documents are copied in their newest version with their tags, and read again; a document that could not be copied is named, and the others are. Signatures, approved answers and test sets are not copied.",
  status: 201,
  params: IdParams,
  body: z.object({
    name: requiredText(120, "A theme needs a name."),
    workspaceId: Id.optional().describe("Its home; omitted: that of the theme it is copied from"),
    withDocuments: z.boolean().default(false).describe("Copies the newest version of its documents, too"),
    withAskers: z
      .boolean()
      .default(false)
      .describe("Also its assigned agents and workspaces; assigned agents are notified"),
  }),
  output: z.object({
    theme: Theme,
    documentCount: z.number().int().describe("Documents copied"),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })).describe("Documents not copied"),
  }),
});

export const moveDocument = endpoint({
  method: "POST",
  path: "/api/documents/:id/move",
  permission: "document:edit",
  summary: "Move a document, with its versions, to another theme of its company",
  details:
    "Earlier answers keep their sources. Approved answers of the former theme that cite it are suspended.",
  params: IdParams,
  body: z.object({ themeId: Id }),
  output: Document,
});
