import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Id,
  IdParams,
  KnownVersion,
  PathId,
  requiredProse,
  requiredText,
  text,
  Version,
} from "#contract/kernel/values.ts";

export const about = "Questions and guides for the help pages";
export const screens = ["/help"];

export const HelpItem = z.object({
  id: Id,
  type: z.enum(["video", "faq"]),
  title: z.string(),
  content: z.string(),
  videoUrl: z.string().nullable(),
  duration: z.string().nullable(),
  isInherited: z.boolean().describe("Platform content that a company sees unless it customizes or hides it"),
  version: Version,
});
export type HelpItem = z.output<typeof HelpItem>;

function emptyAsNone(value: string): string | null {
  return value === "" ? null : value;
}

/** Opens in its own tab, so any site is allowed, but the address must be encrypted and contain no password. */
const VideoUrl = z
  .url({ protocol: /^https$/, error: "Enter an address that begins with https://" })
  .refine((url) => URL.canParse(url) && new URL(url).username === "" && new URL(url).password === "", {
    error: "Enter an address without a user name or password.",
  });

/** Deeper than any text meant for readers: each level slows the page down. */
const deepest = 30;
const opening = new Set([..."[({*_~`>!"]);

/** Markers that open a Markdown block, more than `deepest` of them in a row. */
function nestsTooDeeply(markdown: string): boolean {
  let depth = 0;
  for (const sign of markdown) {
    if (opening.has(sign)) depth += 1;
    else if (sign !== " " && sign !== "\t") depth = 0;
    if (depth > deepest) return true;
  }
  return false;
}

const HelpBody = z.object({
  type: z.enum(["video", "faq"]),
  title: requiredText(200, "Help content needs a title."),
  content: requiredProse(20_000, "Help content needs a description or an answer.").refine(
    (content) => !nestsTooDeeply(content),
    "Quotes, lists or brackets are nested too deeply. Remove some of them.",
  ),
  videoUrl: text(500)
    .transform(emptyAsNone)
    .pipe(VideoUrl.nullable())
    .nullable()
    .optional()
    .describe("https only; null or empty while there is no video"),
  duration: text(20).transform(emptyAsNone).nullable().optional(),
  companyId: Id.optional(),
});

export const listHelp = endpoint({
  method: "GET",
  path: "/api/help",
  permission: "help:read",
  summary: "Training videos and questions, from the platform and the company",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(HelpItem),
});

export const createHelp = endpoint({
  method: "POST",
  path: "/api/help",
  permission: "help:edit",
  summary: "Add help content: to the company, or to the platform for a super admin outside any company",
  status: 201,
  body: HelpBody,
  output: HelpItem,
});

export const updateHelp = endpoint({
  method: "PUT",
  path: "/api/help/:id",
  permission: "help:edit",
  summary:
    "Change help content; omitted fields keep their values; customizing inherited content makes a copy",
  params: IdParams,
  body: HelpBody.extend({ version: KnownVersion }).partial(),
  output: HelpItem,
});

export const deleteHelp = endpoint({
  method: "DELETE",
  path: "/api/help/:id",
  permission: "help:edit",
  summary: "Delete help content; inherited content is hidden from the company",
  params: IdParams,
  query: z.object({ companyId: PathId.optional() }),
  output: z.object({ success: z.literal(true), hidden: z.boolean() }),
});

export const listHiddenHelp = endpoint({
  method: "GET",
  path: "/api/help/hidden",
  permission: "help:edit",
  summary: "Inherited content hidden by the company",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(HelpItem),
});

export const restoreHelp = endpoint({
  method: "POST",
  path: "/api/help/:id/restore",
  permission: "help:edit",
  summary: "Show hidden inherited content again",
  params: IdParams,
  body: z.object({ companyId: Id.optional() }),
  output: HelpItem,
});

export const moveHelp = endpoint({
  method: "POST",
  path: "/api/help/:id/move",
  permission: "help:edit",
  summary: "Move content up or down one place within its kind; each company has its own order",
  params: IdParams,
  body: z.object({ direction: z.enum(["up", "down"]), companyId: Id.optional() }),
  output: z.array(HelpItem),
});
