import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { z } from "zod";
import type { EndpointSpec, Input, Result } from "#contract/endpoint.ts";
import { callerFor, publicCaller } from "#server/callers.ts";
import type { Caller, Context, Reads } from "#server/context.ts";
import { permits } from "#server/actor.ts";
import type { Person } from "#server/actor.ts";
import { authenticateKey, presentedKey } from "#server/api-keys/authenticate-key.ts";
import { AppError, forbidden, notFound } from "#server/errors.ts";
import { inputSentence } from "./input-sentence.ts";
import type { Consumed } from "./limits.ts";
import { jsonPieces } from "./json-pieces.ts";
import { createYieldToEventLoop } from "#engine/yield-to-event-loop.ts";
import type { Release } from "#server/platform/turns.ts";
import type { Services } from "#server/services.ts";
import { checkGates } from "#server/sessions/gates.ts";
import { checkProof } from "#server/sessions/proof.ts";
import { recordRefusal, recordStranger } from "#server/sessions/refusal.ts";
import { authenticate } from "#server/sessions/authenticate.ts";
import { companyExists } from "#server/companies/shared-store.ts";

/** An endpoint of the contract bound to what it does. */
export type Route = { spec: EndpointSpec; handle: Handler };
type Handler = (caller: Caller, input: unknown, exchange: Exchange) => Promise<unknown>;

/** What the few verbs that stream need of HTTP. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal };

/** What a verb answers that has already handed a stream to the reply; a reply itself, awaited, would wait for its end. */
export const handedOver = { handedOver: true } as const;
export type HandedOver = typeof handedOver;

/** A verb that runs in one transaction. */
export function route<E extends EndpointSpec>(
  spec: E,
  verb: (ctx: Context, input: Input<E>) => Promise<Result<E>>,
): Route {
  return { spec, handle: (caller, input) => caller.transact((ctx) => verb(ctx, input as Input<E>)) };
}

/** A verb that opens its own transactions, because it also talks to a provider, a mail server or the file store. */
export function longRoute<E extends EndpointSpec>(
  spec: E,
  verb: (caller: Caller, input: Input<E>, exchange: Exchange) => Promise<Result<E> | HandedOver>,
): Route {
  return { spec, handle: (caller, input, exchange) => verb(caller, input as Input<E>, exchange) };
}

/** Binds routes to the server: session, gates, permission, limit, input, proof, verb, output; in this order, for all. */
export function bind(app: FastifyInstance, services: Services, routes: Route[]): void {
  for (const { spec, handle } of routes) {
    app.route({
      method: spec.method,
      url: spec.path,
      // before the body is read: whoever may not call makes the server do nothing
      onRequest: async (request, reply) => {
        request.person = await admit(services, spec, request, reply);
      },
      handler: async (request, reply) => {
        const result = await recordingRefusals(services, request, spec, async () => {
          const signal = abortOf(request, reply);
          const caller = await makeCaller(services, request, spec, signal);
          const input = await sparingInvalid(services, request, spec, () => parseInput(spec, request));
          checkProof(spec, input, request.provedAt, services.clock.now());
          const release = await turnFor(services, spec, request, signal);
          try {
            const result = await handle(caller, input, { request, reply, signal });
            if (result === handedOver && !reply.raw.closed) reply.raw.once("close", release);
            else release();
            return result;
          } catch (error) {
            release();
            throw error;
          }
        });
        if (result === handedOver) {
          if (spec.answers === "file" || spec.answers === "csv") endWithSession(services, request, reply);
          return reply;
        }
        return reply
          .code(spec.status ?? 200)
          .send(spec.output === undefined ? result : spec.output.parse(result));
      },
    });
  }
}

async function admit(
  services: Services,
  spec: EndpointSpec,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  try {
    return await admitted(services, spec, request, reply);
  } catch (error) {
    if (request.person === null) await recordStranger(services, originOf(request), spec, error);
    throw error;
  }
}

async function admitted(
  services: Services,
  spec: EndpointSpec,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  checkOrigin(services, request);
  const origin = originOf(request);
  if (spec.permission === "public") {
    if (spec.limit !== undefined) await services.limits.consume(spec.limit, origin.address);
    return null;
  }
  const key = presentedKey(request.headers.authorization);
  const person =
    key === null ? await admitPerson(services, spec, request) : await admitKey(services, spec, request, key);
  const { limit } = spec;
  if (limit !== undefined)
    await recordingRefusals(services, request, spec, async () => {
      const left = await services.limits.consume(limit, `person:${person.id}`);
      if (spec.takesKeys) tellLimit(reply, limit, left);
    });
  return person;
}

async function admitPerson(services: Services, spec: EndpointSpec, request: FastifyRequest): Promise<Person> {
  const session = await authenticate(services, request, originOf(request));
  request.person = session.person;
  request.provedAt = session.provedAt;
  await recordingRefusals(services, request, spec, () => {
    if (!spec.beforeGates) checkGates(session, spec);
    checkPermission(spec, session.person);
    return Promise.resolve();
  });
  return session.person;
}

async function admitKey(
  services: Services,
  spec: EndpointSpec,
  request: FastifyRequest,
  key: string,
): Promise<Person> {
  const person = await authenticateKey(services, key, originOf(request));
  request.person = person;
  await recordingRefusals(services, request, spec, () => {
    if (!spec.takesKeys)
      throw new AppError("forbidden", "This call is for people who are signed in. API keys open /api/v1.");
    checkPermission(spec, person);
    return Promise.resolve();
  });
  return person;
}

function checkPermission({ permission }: EndpointSpec, person: Person): void {
  if (permission !== "public" && permission !== "signed-in" && !permits(person, permission))
    throw forbidden();
}

/** Says what is left, as draft-ietf-httpapi-ratelimit-headers-10 words it, so that programs can slow down by themselves. */
function tellLimit(reply: FastifyReply, name: string, left: Consumed): void {
  reply
    .header("ratelimit-policy", `"${name}";q=${left.points};w=${left.windowSeconds}`)
    .header("ratelimit", `"${name}";r=${left.remaining};t=${left.resetSeconds}`);
}

/** The call's place among those of its kind; most calls need none. */
async function turnFor(
  services: Services,
  spec: EndpointSpec,
  { person }: FastifyRequest,
  signal: AbortSignal,
): Promise<Release> {
  if (spec.turn === undefined || person === null) return () => undefined;
  return services.turns[spec.turn].take({ company: person.companyId, person: person.id }, signal);
}

/** Whoever is refused stands in the record, whichever of the fences refused. */
async function recordingRefusals<T>(
  services: Services,
  request: FastifyRequest,
  spec: EndpointSpec,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (request.person !== null) {
      const caller = callerFor(services, request.person, originOf(request), null);
      await recordRefusal(caller, spec, request.params, error);
    }
    throw error;
  }
}

async function sparingInvalid<T>(
  services: Services,
  request: FastifyRequest,
  spec: EndpointSpec,
  parse: () => T,
): Promise<T> {
  try {
    return parse();
  } catch (error) {
    if (spec.sparesInvalid && spec.limit !== undefined)
      await services.limits.giveBack(spec.limit, originOf(request).address);
    throw error;
  }
}

async function makeCaller(
  services: Services,
  request: FastifyRequest,
  spec: EndpointSpec,
  signal: AbortSignal,
): Promise<Caller> {
  const reads: Reads = {
    purpose: spec.turn === undefined ? "calls" : "reports",
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

/** The company a call names in its query or body; only a super admin can choose with it. */
function namedCompany(request: FastifyRequest, spec: EndpointSpec): number | null {
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

function parseInput(spec: EndpointSpec, request: FastifyRequest): object {
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
  // an identifier in the path that is no identifier names nothing
  if (
    schema instanceof z.ZodObject &&
    "id" in schema.shape &&
    "id" in fields &&
    Object.keys(fields).length === 1
  )
    throw notFound();
  const first = Object.values(fields)[0] ?? "The input is not usable.";
  throw new AppError("invalid", first, { fields });
}

/** A browser says where a call comes from; writes from another site are refused, whatever they carry. */
export function checkOrigin(services: Services, request: FastifyRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const foreign = origin !== undefined && origin !== services.config.publicUrl && hostOf(origin) !== host;
  if (foreign || site === "cross-site")
    throw new AppError("forbidden", "This call came from another site and was not carried out.");
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

export function originOf(request: FastifyRequest): { requestId: string; address: string } {
  return { requestId: request.id, address: request.ip };
}

/** Aborts when the other side leaves before the answer is complete. */
export function abortOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort(new DOMException("the other side left", "AbortError"));
  });
  if (request.raw.destroyed && !request.raw.complete) controller.abort();
  return controller.signal;
}

/** A download under way breaks off when its session ends; a stream of events ends itself (eventStream). */
function endWithSession(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  if (request.person === null) return;
  const unsubscribe = services.events.subscribe({
    person: request.person,
    send: () => undefined,
    end: () => reply.raw.destroy(),
  });
  reply.raw.once("close", unsubscribe);
}

/** Answers JSON of megabytes, which would hold up everybody if it were written at a stretch. */
export function sendLarge(reply: FastifyReply, value: object): HandedOver {
  reply.header("content-type", "application/json; charset=utf-8");
  reply.send(Readable.from(paced(jsonPieces(value)), { objectMode: false }));
  return handedOver;
}

/** Letters that are sent at once: each write has its own buffer, and most pieces are a comma or a name. */
const sentAtOnce = 65_536;

/** A fast reader takes chunk after chunk; others' calls come in between. */
async function* paced(pieces: Iterable<string>): AsyncGenerator<string, void, void> {
  // what the socket does with a chunk comes on top
  const breathe = createYieldToEventLoop(2);
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < sentAtOnce) continue;
    yield chunk;
    chunk = "";
    await breathe();
  }
  yield chunk;
}

/** Answers a file or an export: as an attachment that no browser runs. */
export function sendFile(
  reply: FastifyReply,
  file: { name: string; type: string; size?: number; body: Readable | AsyncIterable<string> },
): HandedOver {
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  reply
    .header("content-type", file.type)
    .header(
      "content-disposition",
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header("content-security-policy", "sandbox; default-src 'none'");
  if (file.size !== undefined) reply.header("content-length", file.size);
  reply.send(Readable.from(file.body));
  return handedOver;
}
