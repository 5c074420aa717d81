import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { admit, recordingRefusals } from "#server/identity/admission/admit.ts";
import type { AdmittedCall } from "#server/identity/admission/admit.ts";
import { callerFor } from "#server/kernel/callers.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Services } from "#server/kernel/services.ts";
import { AppError } from "#server/platform/errors.ts";
import { completionsPath } from "#server/http/completions-error.ts";
import { abortOf, originOf } from "#server/http/origin.ts";
import { RawResponse } from "#server/http/response.ts";
import { complete, getModel, listModels } from "./complete.ts";

type Handle = (caller: Caller, request: FastifyRequest, signal: AbortSignal) => Promise<object>;

/** OpenAI's protocol, as far as its clients need it to ask: a theme is a model. For API keys that may ask. */
export function serveCompletions(app: FastifyInstance, services: Services): void {
  const serve = (call: Pick<AdmittedCall, "method" | "path" | "limit">, handle: Handle) => {
    const admitted: AdmittedCall = {
      ...call,
      ...{ permission: "theme:ask", takesKeys: true, keysOnly: true },
      summary: "A call of OpenAI's protocol",
    };
    app.route({
      method: call.method,
      url: call.path,
      onRequest: async (request, reply) => {
        request.person = await admit(services, admitted, request, reply);
      },
      handler: async (request, reply) => {
        const { person } = request;
        if (person === null) throw new AppError("unauthenticated", "Not authenticated");
        const caller = callerFor(services, person, originOf(request), null);
        const work = () => handle(caller, request, abortOf(request, reply));
        return send(reply, await recordingRefusals(services, request, admitted, work));
      },
    });
  };
  serve({ method: "GET", path: `${completionsPath}/models`, limit: "program" }, (caller) =>
    caller.transact(listModels),
  );
  serve({ method: "GET", path: `${completionsPath}/models/:model`, limit: "program" }, (caller, request) =>
    caller.transact((ctx) => getModel(ctx, (request.params as { model: string }).model)),
  );
  serve(
    { method: "POST", path: `${completionsPath}/chat/completions`, limit: "ask" },
    (caller, { body, headers }, signal) => complete(caller, body, { headers, signal }),
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
