import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";

/** Where the next page of a list begins: an id or a count, opaque to clients. */
export function cursorOf(place: number): string {
  return Buffer.from(String(place)).toString("base64url");
}

/** @throws ProtocolError for a cursor that no list gave out */
export function offsetIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const place = Buffer.from(cursor, "base64url").toString("latin1");
  if (!/^\d{1,9}$/.test(place) || cursorOf(Number(place)) !== cursor)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "This cursor is not one of this list.");
  return Number(place);
}

/** A refusal is the protocol's error with our sentence; an error on our side reveals no internals. */
export async function refusedWith<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof AppError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    caller.services.log.error({ err: error, requestId: caller.requestId }, "an MCP call failed");
    throw new ProtocolError(ProtocolErrorCode.InternalError, "Something went wrong on our side. Try again.");
  }
}
