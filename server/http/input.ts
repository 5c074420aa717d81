import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { inputSentence } from "./input-sentence.ts";

/** The company named in a call's query or body; only a super admin can choose one this way. */
export function namedCompany(request: FastifyRequest, spec: EndpointSpec): number | null {
  const fromQuery =
    spec.query !== undefined && "companyId" in spec.query.shape
      ? (request.query as { companyId?: unknown }).companyId
      : undefined;
  const fromBody =
    !spec.companyIdIsData && spec.body instanceof z.ZodObject && "companyId" in spec.body.shape
      ? (request.body as { companyId?: unknown } | null)?.companyId
      : undefined;
  const value = Number(fromQuery ?? fromBody ?? 0);
  return Number.isSafeInteger(value) && value > 0 && value <= 2_147_483_647 ? value : null;
}

/** @throws AppError invalid, with a sentence per field; not_found if the path names nothing */
export function parseInput(spec: EndpointSpec, request: FastifyRequest): object {
  refuseUnknownParameters(spec, Object.keys(request.query as object));
  return {
    ...parsePart(spec.params, request.params),
    ...parsePart(spec.query, request.query),
    ...(spec.uploads !== undefined ? {} : parsePart(spec.body, request.body ?? {})),
  };
}

/**
 * A misspelled filter would silently widen a list or an export. Directories and other sites append parameters of their
 * own.
 */
function refuseUnknownParameters(spec: EndpointSpec, sent: string[]): void {
  if (spec.keysOnly || spec.fromOtherSites) return;
  const known = Object.keys(spec.query?.shape ?? {});
  const unknown = sent.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const takes =
    known.length === 0
      ? "It takes no parameters."
      : `It takes: ${known.map((name) => `“${name}”`).join(", ")}.`;
  const sentences = unknown.map((name) => [name, `This call has no parameter “${name}”. ${takes}`] as const);
  throw new AppError("invalid", sentences[0]?.[1] ?? takes, { fields: Object.fromEntries(sentences) });
}

function parsePart(schema: z.ZodType | undefined, value: unknown): object {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(value, { error: inputSentence });
  if (parsed.success) return parsed.data as object;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues)
    fields[issue.path.map(String).join(".") || "body"] ??= issue.message;
  // a malformed identifier in the path names nothing
  if (
    schema instanceof z.ZodObject &&
    "id" in schema.shape &&
    "id" in fields &&
    Object.keys(fields).length === 1
  )
    throw notFound();
  const [[field, sentence] = ["", "The input is not valid."]] = Object.entries(fields);
  // "This is missing." and "This must be text." name their field only beside it; "This link is incomplete." says it all
  const first = sentence.replace(
    /^This (?=is missing|must be )/,
    field === "body" ? "The body " : `“${field}” `,
  );
  throw new AppError("invalid", first, { fields });
}
