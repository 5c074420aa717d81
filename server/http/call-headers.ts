import type { IncomingHttpHeaders } from "node:http";
import type { CallSpec } from "#contract/kernel/endpoint.ts";
import { widgetScope } from "#contract/kernel/permissions.ts";

/*
 * Which headers a call reads and its responses have, by its declaration alone: the server acts by these rules, and the API
 * reference describes calls by the same.
 */

/** A creation is carried out once per Idempotency-Key. */
export const readsRepeatKey = ({
  method,
  permission,
  repeats,
  output,
}: Pick<CallSpec, "method" | "permission" | "repeats" | "output">): boolean =>
  method === "POST" && permission !== "public" && repeats !== "none" && output !== undefined;

/** Programs slow down by themselves if they know what is left of their limit. */
export const tellsLimit = ({ takesKeys, limit }: Pick<CallSpec, "takesKeys" | "limit">): boolean =>
  takesKeys === true && limit !== undefined;

/** Visitors read the responses to a widget's key. */
export const tellsCompany = ({
  takesKeys,
  permission,
}: Pick<CallSpec, "takesKeys" | "permission">): boolean => takesKeys === true && permission !== widgetScope;

/** The headers of a call without the conditions that it doesn't declare, which then hold nowhere. */
export function declaredHeaders(
  headers: IncomingHttpHeaders,
  { conditions }: Pick<CallSpec, "conditions">,
): IncomingHttpHeaders {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch, ...others }: IncomingHttpHeaders = headers;
  return {
    ...others,
    ...(ifMatch !== undefined && conditions?.includes("If-Match") && { "if-match": ifMatch }),
    ...(ifNoneMatch !== undefined &&
      conditions?.includes("If-None-Match") && { "if-none-match": ifNoneMatch }),
  };
}
