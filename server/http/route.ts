import type { FastifyReply, FastifyRequest } from "fastify";
import type { EndpointSpec, Input, Result } from "#contract/endpoint.ts";
import type { Caller, Context } from "#server/context.ts";

/** An endpoint of the contract bound to its implementation. */
export type Route = { spec: EndpointSpec; handle: Handler };
type Handler = (caller: Caller, input: unknown, exchange: Exchange) => Promise<unknown>;

/** HTTP access for the few verbs that stream. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal };

/**
 * The result of a verb that has already passed a stream to the reply; awaiting the reply itself would wait for its end.
 */
export const handedOver = { handedOver: true } as const;
export type HandedOver = typeof handedOver;

/** A verb that runs in one transaction. */
export function route<E extends EndpointSpec>(
  spec: E,
  verb: (ctx: Context, input: Input<E>) => Promise<Result<E>>,
): Route {
  return { spec, handle: (caller, input) => caller.transact((ctx) => verb(ctx, input as Input<E>)) };
}

/** A verb that opens its own transactions, because it also calls a provider, a mail server or the file store. */
export function longRoute<E extends EndpointSpec>(
  spec: E,
  verb: (caller: Caller, input: Input<E>, exchange: Exchange) => Promise<Result<E> | HandedOver>,
): Route {
  return { spec, handle: (caller, input, exchange) => verb(caller, input as Input<E>, exchange) };
}
