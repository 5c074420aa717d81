import type { FastifyRequest } from "fastify";
import type { CallSpec } from "#contract/kernel/endpoint.ts";
import { dialectOf, dialects } from "./dialects.ts";
import { AppError } from "#server/platform/errors.ts";

/** Media types of what calls are sent, by their declaration. */
export const sentTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
};

/**
 * A call that takes files takes nothing else, and no other takes a multipart form. Before the body is read.
 * @throws AppError unsupported_type
 */
export function checkSentType(
  { path, uploads, sends }: Pick<CallSpec, "path" | "uploads" | "sends">,
  request: FastifyRequest,
): void {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if ((type === sentTypes.multipart) === (uploads !== undefined)) return;
  const sent = type
    ? `The body was sent as ${type.slice(0, 100)}`
    : "The body was sent without a content type";
  if (uploads === undefined) {
    const wanted = sends === undefined ? dialects[dialectOf(path)].type : sentTypes[sends];
    throw new AppError("unsupported_type", `${sent}. This call takes ${wanted}. Nothing was changed.`);
  }
  const { field, most } = uploads;
  const files = most === 1 ? "the file" : `up to ${most} files`;
  const sentence = `${sent}. Send ${files} as ${sentTypes.multipart}, in the field “${field}”. Nothing was changed.`;
  throw new AppError("unsupported_type", sentence, { fields: { [field]: sentence } });
}
