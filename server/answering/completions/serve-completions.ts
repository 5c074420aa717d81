import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as contract from "#contract/answering/completions.ts";
import type { CallSpec } from "#contract/kernel/endpoint.ts";
import { admit, recordingRefusals } from "#server/identity/admission/admit.ts";
import { callerFor } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { AppError } from "#server/platform/errors.ts";
import { abortOf, originOf } from "#server/http/origin.ts";
import { RawResponse } from "#server/http/response.ts";
import { checkSentType } from "#server/http/sent-type.ts";
import { complete, getModel, listModels } from "./complete.ts";

type Handle = (caller: Caller, request: FastifyRequest, signal: AbortSignal) => Promise<object>;

/** OpenAI's protocol, as far as its clients need it to ask: a theme is a model. For API keys that may ask. */
export function serveCompletions(app: FastifyInstance, services: VerbServices): void {
  const serve = (call: CallSpec, handle: Handle) => {
    app.route({
      method: call.method,
      url: call.path,
      onRequest: async (request, reply) => {
        request.person = await admit(services, call, request, reply);
        checkSentType(call, request);
      },
      handler: async (request, reply) => {
        const { person } = request;
        if (person === null) throw new AppError("unauthenticated", "Not authenticated");
        const caller = callerFor(services, person, originOf(request), null);
        const work = () => handle(caller, request, abortOf(request, reply));
        return send(reply, await recordingRefusals(services, request, call, work));
      },
    });
  };
  serve(contract.listModels, (caller) => caller.transact(listModels));
  serve(contract.getModel, (caller, request) =>
    caller.transact((ctx) => getModel(ctx, (request.params as { model: string }).model)),
  );
  serve(contract.createChatCompletion, (caller, { body, headers }, signal) =>
    complete(caller, body, { headers, signal }),
  );
}

function send(reply: FastifyReply, result: object): FastifyReply {
  return result instanceof RawResponse
    ? reply
        .code(result.status ?? 200)
        .headers(result.headers)
        .send(result.body ?? undefined)
    : reply.send(result);
}
