import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { permits } from "#server/kernel/actor.ts";
import { callerFor, publicCaller } from "#server/kernel/callers.ts";
import { companyExists } from "#server/identity/companies/shared-store.ts";
import type { Caller, Reads } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { inTraceOf } from "#server/http/trace-calls.ts";
import { declaredHeaders, readsRepeatKey } from "#server/http/call-headers.ts";
import { namedCompany, parseInput } from "#server/http/input.ts";
import { abortOf, originOf } from "#server/http/origin.ts";
import { RawResponse, WithHeaders } from "#server/http/response.ts";
import type { Route } from "#server/http/route.ts";
import { checkLength, digested, digestOf, sentFiles } from "#server/http/sent-files.ts";
import { checkSentType } from "#server/http/sent-type.ts";
import { traced } from "#server/platform/tracing.ts";
import type { Release } from "#server/platform/fair-semaphore.ts";
import { repeatKey } from "#server/http/repeats/key.ts";
import { once } from "#server/http/repeats/once.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { checkProof } from "#server/identity/sessions/proof.ts";
import { admit, recordingRefusals } from "./admit.ts";
import { countAccount, giveBackPublic } from "./public-limit.ts";

/** Binds routes to the server: session, gates, permission, limit, input, proof, verb, output, always in this order. */
export function bind(app: FastifyInstance, services: VerbServices, routes: Route[]): void {
  for (const { spec, handle } of routes) {
    app.route({
      method: spec.method,
      url: spec.path,
      onRequest: async (request, reply) => {
        request.person = await admit(services, spec, request, reply);
        checkSentType(spec, request);
        if (spec.uploads !== undefined) checkLength(spec.uploads, request);
      },
      handler: async (request, reply) => {
        const answer = async () => {
          const signal = abortOf(request, reply);
          const caller = await makeCaller(services, request, spec, signal);
          const input = await sparingInvalid(services, request, spec, () => parseInput(spec, request));
          await countAccount(services, request, spec, input);
          checkProof(spec, input, request.provedAt, services.clock.now());
          const release = await turnFor(services, spec, request, signal);
          try {
            const headers = declaredHeaders(request.headers, spec);
            const carryOut = (files: CallFiles) =>
              handle(caller, input, { request, reply, headers, signal, files });
            const result = await carryOutOnce(caller, spec, { input, request, signal }, carryOut);
            if (spec.sparesSuccess) await giveBackPublic(services, request);
            if (result instanceof RawResponse) write(reply, result, spec);
            if (result instanceof RawResponse && !reply.raw.closed) reply.raw.once("close", release);
            else release();
            return result;
          } catch (error) {
            release();
            throw error;
          }
        };
        const result = await inTraceOf(request, () => recordingRefusals(services, request, spec, answer));
        // Fastify's reply is a thenable: awaiting it waits for its end
        if (result instanceof RawResponse) {
          if (typeof spec.answers === "object" || spec.answers === "spreadsheet")
            endWithSession(services, request, reply);
          return reply;
        }
        if (result instanceof WithHeaders) reply.headers(result.headers);
        const output = result instanceof WithHeaders ? result.output : result;
        const status = (result instanceof WithHeaders ? result.status : undefined) ?? spec.status ?? 200;
        const described = spec.outputs?.[status as 200] ?? spec.output;
        return reply.code(status).send(described === undefined ? output : described.parse(output));
      },
    });
  }
}

/** Once per Idempotency-Key, where the caller sends one. */
async function carryOutOnce(
  caller: Caller,
  spec: EndpointSpec,
  { input, request, signal }: { input: object; request: FastifyRequest; signal: AbortSignal },
  carryOut: (files: CallFiles) => Promise<unknown>,
): Promise<unknown> {
  const isRepeatable = readsRepeatKey(spec) && spec.repeats !== "own";
  const key = isRepeatable ? repeatKey(request.headers["idempotency-key"]) : null;
  const sent = () => sentFiles(request, spec.uploads);
  if (key === null) return carryOut(sent);
  const passing = digested(sent);
  const files = request.isMultipart()
    ? { carriedOut: () => passing.digest(), repeated: () => digestOf(sent) }
    : undefined;
  return once(
    caller,
    { key, call: { path: spec.path, input }, signal, files },
    () => carryOut(passing.files),
    (result) => {
      if (result instanceof RawResponse || spec.output === undefined) return null;
      const { output, headers, status } =
        result instanceof WithHeaders ? result : { output: result, headers: {}, status: undefined };
      return { text: JSON.stringify(spec.output.parse(output)), headers, status };
    },
    ({ text, headers = {}, status }) => new WithHeaders(JSON.parse(text) as unknown, headers, status),
  );
}

type CallFiles = Parameters<Route["handle"]>[2]["files"];

function write(reply: FastifyReply, { status, headers, body }: RawResponse, spec: EndpointSpec): void {
  reply
    .code(status ?? spec.status ?? 200)
    .headers(headers)
    .send(body ?? undefined);
}

/** The call's turn among calls of its kind; most calls need none. */
async function turnFor(
  services: VerbServices,
  spec: EndpointSpec,
  { person }: FastifyRequest,
  signal: AbortSignal,
): Promise<Release> {
  if (spec.fairQueue === undefined || person === null) return () => undefined;
  const { fairQueue: turn } = spec;
  return traced(`wait for a turn of ${turn}`, {}, () =>
    services.turns[turn].acquire({ company: person.companyId, person: person.id }, signal),
  );
}

async function sparingInvalid<T>(
  services: VerbServices,
  request: FastifyRequest,
  spec: EndpointSpec,
  parse: () => T,
): Promise<T> {
  try {
    return parse();
  } catch (error) {
    if (spec.refundsInvalidInput) await giveBackPublic(services, request);
    throw error;
  }
}

async function makeCaller(
  services: VerbServices,
  request: FastifyRequest,
  spec: EndpointSpec,
  signal: AbortSignal,
): Promise<Caller> {
  const reads: Reads = {
    purpose: spec.fairQueue === undefined ? "calls" : "reports",
    ...(spec.method === "GET" ? { signal } : {}),
  };
  const origin = { ...originOf(request), reads };
  const person = request.person;
  if (person === null) return publicCaller(services, origin);
  const named = namedCompany(request, spec);
  const withDeleted = spec.method === "GET";
  if (named !== null) {
    const isInReach = permits(person, "company:choose")
      ? await companyExists(services, named, { withDeleted })
      : named === person.companyId;
    if (!isInReach) throw notFound();
  }
  return callerFor(services, person, origin, named);
}

/** A download in progress stops when its session ends; event streams end themselves (eventStream). */
function endWithSession(services: VerbServices, request: FastifyRequest, reply: FastifyReply): void {
  if (request.person === null) return;
  const unsubscribe = services.events.subscribe({
    person: request.person,
    send: () => undefined,
    end: () => reply.raw.destroy(),
  });
  reply.raw.once("close", unsubscribe);
}
