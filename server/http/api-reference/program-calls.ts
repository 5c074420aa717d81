import type { z } from "zod";
import { ProgramEvent } from "#contract/answering/programs.ts";
import {
  Completion,
  CompletionChunk,
  CompletionModel,
  CompletionModels,
  CompletionRequest,
} from "#contract/answering/completions.ts";
import type { EndpointSpec, Method } from "#contract/kernel/endpoint.ts";
import type { Permission } from "#contract/kernel/permissions.ts";
import { programPath } from "#contract/answering/programs.ts";
import { allEndpoints } from "#contract/api.ts";
import { widgetScope } from "#contract/kernel/permissions.ts";
import { namesThings } from "./names-things.ts";
import { completionsPath } from "#server/http/completions-error.ts";

/** Conditional headers (RFC 9110, 13.1) that a call reads. */
export type Condition = "If-Match" | "If-None-Match";

/** A call for programs with everything that a client must know of it. */
export type ProgramCall = {
  name: string;
  noun: string;
  method: Method;
  /** With parameters as `:name`. */
  path: string;
  summary: string;
  details: string;
  permission: Permission;
  takes: readonly ("apiKey" | "widgetKey" | "session")[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The field of a multipart upload, and whether it may occur more than once. */
  uploads?: "file" | "files";
  output: z.ZodType;
  status: number;
  foundStatus?: number;
  /** The events of the response to `Accept: text/event-stream`, or of a request that asks for a stream. */
  streams?: { event: z.ZodType; about: string };
  repeats: boolean;
  conditions: readonly Condition[];
  /** Whether a success names its state in an `ETag` header. */
  hasEtag: boolean;
  /** Refusals beyond those that the call's form implies. */
  conflicts: boolean;
  namesThings: boolean;
};

type More = Partial<
  Pick<ProgramCall, "streams" | "conditions" | "hasEtag" | "conflicts" | "uploads" | "namesThings">
>;

/** What the contract doesn't say of its calls; a test makes every refusal that is described, and compares all others. */
const more: Record<string, More> = {
  "POST /api/v1/answers": {
    conflicts: true,
    streams: {
      event: ProgramEvent,
      about:
        "With `Accept: text/event-stream`: one `data:` line of JSON per event, a comment every few seconds, and at the end `done`, `greeting` or `failed`.",
    },
  },
  "POST /api/v1/passages": { conflicts: true },
  "POST /api/v1/documents": { uploads: "files", conflicts: true },
  "PUT /api/v1/documents": {
    uploads: "file",
    conflicts: true,
    conditions: ["If-Match", "If-None-Match"],
    hasEtag: true,
  },
  "DELETE /api/v1/documents": { conditions: ["If-Match", "If-None-Match"] },
  "GET /api/v1/documents/:id": { conditions: ["If-None-Match"], hasEtag: true },
  "DELETE /api/v1/documents/:id": { conditions: ["If-Match", "If-None-Match"] },
  "GET /api/v1/documents/:id/text": { conflicts: true },
  "POST /api/v1/approved-answers": { conflicts: true },
  "PUT /api/v1/approved-answers/:id": { conflicts: true },
  "POST /api/v1/approved-answers/:id/suspend": { conflicts: true },
  "POST /api/v1/approved-answers/:id/retire": { conflicts: true },
};

function fromContract(noun: string, name: string, spec: EndpointSpec): ProgramCall {
  const { method, path, permission, params, query, body, output, summary } = spec;
  if (output === undefined || permission === "public" || permission === "signed-in")
    throw new Error(`${method} ${path} is described as a call for programs and isn't one`);
  const isOfWidget = permission === widgetScope;
  return {
    noun,
    // there are no other calls here
    name: name.replace("Program", ""),
    method,
    path,
    summary,
    details: spec.details ?? "",
    permission,
    takes: isOfWidget ? ["widgetKey"] : ["apiKey", "session"],
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    output,
    status: spec.status ?? 200,
    ...(spec.foundStatus && { foundStatus: spec.foundStatus }),
    repeats: method === "POST" && !isOfWidget,
    conditions: [],
    hasEtag: false,
    conflicts: false,
    namesThings: namesThings(spec),
    ...more[`${method} ${path}`],
  };
}

const ofCompletions = {
  noun: "completions",
  permission: "theme:ask",
  takes: ["apiKey"],
  status: 200,
  repeats: false,
  conditions: [],
  hasEtag: false,
  conflicts: false,
  namesThings: false,
  details: "",
} as const;

const completions: ProgramCall[] = [
  {
    ...ofCompletions,
    name: "listModels",
    method: "GET",
    path: `${completionsPath}/models`,
    summary: "The themes that the key can ask, as models",
    output: CompletionModels,
  },
  {
    ...ofCompletions,
    name: "getModel",
    method: "GET",
    path: `${completionsPath}/models/:model`,
    summary: "A theme as a model",
    output: CompletionModel,
    namesThings: true,
  },
  {
    ...ofCompletions,
    name: "createChatCompletion",
    method: "POST",
    path: `${completionsPath}/chat/completions`,
    summary: "Ask a theme in OpenAI's protocol",
    body: CompletionRequest,
    output: Completion,
    repeats: true,
    conflicts: true,
    namesThings: true,
    streams: {
      event: CompletionChunk,
      about:
        "With `stream`: one `data:` line of JSON per chunk once the answer is checked, comments until then, and `data: [DONE]` at the end.",
    },
  },
];

/** Every call under `/api/v1` and `/v1`. */
export const programCalls: ProgramCall[] = [
  ...allEndpoints
    .filter(({ spec }) => spec.path.startsWith(programPath))
    .map(({ noun, name, spec }) => fromContract(noun, name, spec)),
  ...completions,
];
