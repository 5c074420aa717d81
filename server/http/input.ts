import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { AppError, notFound } from "#server/errors.ts";
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
  return {
    ...parsePart(spec.params, request.params),
    ...parsePart(spec.query, request.query),
    ...(spec.sends === "multipart" ? {} : parsePart(spec.body, request.body ?? {})),
  };
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
  const first = Object.values(fields)[0] ?? "The input is not valid.";
  throw new AppError("invalid", first, { fields });
}
