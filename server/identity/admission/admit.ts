import type { FastifyReply, FastifyRequest } from "fastify";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { directoryScope, widgetScope } from "#contract/kernel/permissions.ts";
import { permits, type Person } from "#server/kernel/actor.ts";
import { authenticateKey, presentedKey, type Ended } from "#server/identity/api-keys/authenticate-key.ts";
import { callerFor } from "#server/kernel/callers.ts";
import { AppError, forbidden } from "#server/platform/errors.ts";
import type { Consumed } from "#server/kernel/limits.ts";
import { tellsCompany, tellsLimit } from "#server/http/call-headers.ts";
import { checkOrigin, networkOf, originOf } from "#server/http/origin.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { authenticate, sessionTokenIn } from "#server/identity/sessions/authenticate.ts";
import { checkGates } from "#server/identity/sessions/gates.ts";
import { admitOrigin, companyHeader, isOpenToSites, showToKnownSite } from "./key-origin.ts";
import { keyRefused, lacksScope } from "./key-refusals.ts";
import { countPublic, countsLater, senderOf } from "./public-limit.ts";
import { countRefusal } from "./refused-calls.ts";
import { recordRefusal, recordStranger } from "./refusal.ts";

/** The part of a call that decides who may make it; paths outside the contract (`/mcp`) are admitted the same way. */
export type AdmittedCall = Pick<
  EndpointSpec,
  | "method"
  | "permission"
  | "summary"
  | "fromOtherSites"
  | "limit"
  | "countsAccounts"
  | "takesKeys"
  | "keysOnly"
  | "allowedBeforeOnboarding"
  | "beforeSecondFactor"
> & { path: string };

/**
 * Who is calling, and whether they may: origin, session or key, gates, permission, limit, in this order. Runs before
 * the body is read, so a caller without access causes no work.
 */
export async function admit(
  services: VerbServices,
  call: AdmittedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  try {
    return await admitted(services, call, request, reply);
  } catch (error) {
    if (request.person === null) await recordStranger(services, originOf(request), call, error);
    if (isUnauthenticated(error) && isOpenToSites(call.path)) await showToKnownSite(services, request, reply);
    throw error;
  }
}

const isUnauthenticated = (error: unknown) => error instanceof AppError && error.code === "unauthenticated";

async function admitted(
  services: VerbServices,
  call: AdmittedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  const { authorization } = request.headers;
  // a key says for itself which websites may use it, and of an unknown one that is said first
  const isOpen = call.takesKeys && authorization !== undefined && isOpenToSites(call.path);
  if (!call.fromOtherSites && !isOpen) checkOrigin(services, request);
  const origin = originOf(request);
  if (call.permission === "public") {
    if (call.limit !== undefined && !countsLater(services, call, origin.address))
      await countPublic(services, request, call.limit, await senderOf(services, request));
    return null;
  }
  const key = presentedKey(authorization);
  const isMeantAsKey =
    call.takesKeys && authorization !== undefined && sessionTokenIn(authorization) === null;
  if (key === null && (call.keysOnly || isMeantAsKey)) throw keyRefused(call, authorization);
  const person =
    key === null
      ? await admitPerson(services, call, request)
      : await admitKey(services, call, { request, reply, key });
  const { limit } = call;
  if (limit !== undefined)
    await recordingRefusals(services, request, call, async () => {
      const left = await services.limits.consume(limit, counterOf(person, origin.address));
      if (tellsLimit(call)) sendLimitHeaders(reply, limit, left);
    });
  return person;
}

/** Visitors of a widget share its key: a bot among them must not use up the calls of all. */
function counterOf(person: Person, address: string): string {
  const isShared = permits(person, widgetScope);
  return `person:${person.id}${isShared ? ` ${networkOf(address)}` : ""}`;
}

async function admitPerson(
  services: VerbServices,
  call: AdmittedCall,
  request: FastifyRequest,
): Promise<Person> {
  const session = await authenticate(services, request, originOf(request));
  if (!call.fromOtherSites) checkOrigin(services, request);
  request.person = session.person;
  request.provedAt = session.provedAt;
  await recordingRefusals(services, request, call, () => {
    if (!call.allowedBeforeOnboarding) checkGates(session, call);
    checkPermission(call, session.person);
    return Promise.resolve();
  });
  return session.person;
}

/** A program. @throws AppError forbidden for a call that keys cannot make */
async function admitKey(
  services: VerbServices,
  call: AdmittedCall,
  { request, reply, key }: { request: FastifyRequest; reply: FastifyReply; key: string },
): Promise<Person> {
  const refusal = (ended: Ended | null) => keyRefused(call, request.headers.authorization, ended);
  const { person, allowedOrigins } = await authenticateKey(
    services,
    { secret: key, refusal },
    originOf(request),
  );
  request.person = person;
  await recordingRefusals(services, request, call, () => {
    if (isOpenToSites(call.path)) admitOrigin(services, request, reply, allowedOrigins);
    // directories may not even make calls that ask for no scope, such as /mcp
    if (permits(person, directoryScope) && call.permission !== directoryScope)
      throw new AppError("forbidden", "A SCIM token works for SCIM calls only.");
    if (permits(person, widgetScope) && call.permission !== widgetScope)
      throw new AppError("forbidden", "The key of a widget can only ask, through the widget.");
    if (!call.takesKeys)
      throw new AppError(
        "forbidden",
        "This call is for people who are signed in. API keys work under /api/v1.",
      );
    checkPermission(call, person);
    if (tellsCompany(call)) reply.header(companyHeader, String(person.companyId));
    return Promise.resolve();
  });
  return person;
}

function checkPermission({ permission }: AdmittedCall, person: Person): void {
  if (permission !== "public" && permission !== "signed-in" && !permits(person, permission))
    throw person.key === undefined ? forbidden() : lacksScope(person, permission);
}

/**
 * Reports what is left of the limit, as in draft-ietf-httpapi-ratelimit-headers-10, so that programs can slow down on their
 * own.
 */
export function sendLimitHeaders(reply: FastifyReply, name: string, left: Consumed): void {
  reply
    .header("ratelimit-policy", `"${name}";q=${left.points};w=${left.windowSeconds}`)
    .header("ratelimit", `"${name}";r=${left.remaining};t=${left.resetSeconds}`);
}

/** Every refusal is recorded, whichever check made it. */
export async function recordingRefusals<T>(
  services: VerbServices,
  request: FastifyRequest,
  call: AdmittedCall,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (request.person !== null) {
      const caller = callerFor(services, request.person, originOf(request), null);
      const record = (refusal: unknown, count: number) =>
        recordRefusal(caller, call, request.params, refusal, count);
      const count = await countRefusal(services, request.person, call, error).catch(async (over: unknown) => {
        await record(over, 1);
        throw over;
      });
      if (count !== null) await record(error, count);
    }
    throw error;
  }
}
