import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { EndpointSpec, Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller, Context, LateContext } from "#server/kernel/context.ts";
import type { RawResponse, WithHeaders } from "./response.ts";
import type { SentFile } from "./sent-files.ts";

/** An endpoint of the contract bound to its implementation. */
export type Route = { spec: EndpointSpec; handle: Handler };
type Handler = (caller: Caller, input: unknown, exchange: Call & Exchange) => Promise<unknown>;

/** What the few verbs that stream see of the HTTP call. */
export type Call = {
  headers: IncomingHttpHeaders;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  files(): AsyncGenerator<SentFile>;
};

/** The framework's own objects, for verbs that read and set cookies. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal };

/** A verb that runs in one transaction. */
export function route<E extends EndpointSpec>(
  spec: E,
  verb: (ctx: Context, input: Input<E>) => Promise<Result<E> | WithHeaders<Result<E>>>,
): Route {
  return { spec, handle: (caller, input) => caller.transact((ctx) => verb(ctx, input as Input<E>)) };
}

/** A verb that reads figures, which may be some seconds late, where there is a replica. */
export function lateRoute<E extends EndpointSpec>(
  spec: E,
  verb: (ctx: LateContext, input: Input<E>) => Promise<Result<E>>,
): Route {
  return { spec, handle: (caller, input) => caller.readLate((ctx) => verb(ctx, input as Input<E>)) };
}

type Answer<E extends EndpointSpec> = Result<E> | WithHeaders<Result<E>> | RawResponse;

/** A verb that opens its own transactions, because it also calls a provider, a mail server or the file store. */
export function longRoute<E extends EndpointSpec>(
  spec: E,
  verb: (caller: Caller, input: Input<E>, call: Call) => Answer<E> | Promise<Answer<E>>,
): Route {
  return { spec, handle: async (caller, input, call) => verb(caller, input as Input<E>, call) };
}

/** A verb that starts or ends a session in the browser. */
export function cookieRoute<E extends EndpointSpec>(
  spec: E,
  verb: (caller: Caller, input: Input<E>, exchange: Exchange) => Promise<Result<E>>,
): Route {
  return { spec, handle: (caller, input, exchange) => verb(caller, input as Input<E>, exchange) };
}
