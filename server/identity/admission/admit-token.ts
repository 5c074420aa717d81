import type { FastifyReply, FastifyRequest } from "fastify";
import { can, tokenScopes, type TokenScope } from "#contract/kernel/permissions.ts";
import { permits, type Person } from "#server/kernel/actor.ts";
import { publicCaller } from "#server/kernel/callers.ts";
import { AppError, forbidden } from "#server/platform/errors.ts";
import { checkOrigin, originOf } from "#server/http/origin.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { findState, type AccountState } from "#server/identity/sessions/authenticate.ts";
import { checkGates } from "#server/identity/sessions/gates.ts";
import { challengeOf, findDoor, type Door } from "#server/identity/sign-on/tokens/door.ts";
import { findSubject } from "#server/identity/sign-on/shared-store.ts";
import { verifyToken } from "#server/identity/sign-on/tokens/verify-token.ts";
import { recordingRefusals, sendLimitHeaders, type AdmittedCall } from "./admit.ts";
import { recordStranger } from "./refusal.ts";

/** A call of a program that acts for a person, with an access token of the company's own identity provider. */
export type TokenCall = Pick<AdmittedCall, "method" | "path" | "permission" | "summary"> & {
  limit: "program";
};

type Holder = { state: AccountState; scopes: readonly TokenScope[] };

/**
 * Who is calling, by the token alone: no session, key or cookie opens this door. Origin, door, token, person, gates,
 * scopes, limit, in this order. All of it is read at every call, so a person who is switched off is refused at once.
 * @param named the company in the path
 * @throws AppError unauthenticated, with the challenge in the response's header; forbidden; unavailable; or a gate's own
 */
export async function admitToken(
  services: VerbServices,
  call: TokenCall,
  { request, reply, named }: { request: FastifyRequest; reply: FastifyReply; named: unknown },
): Promise<Person> {
  try {
    checkOrigin(services, request);
    const door = await publicCaller(services, originOf(request)).transact((ctx) => findDoor(ctx, named));
    if (door === null) {
      reply.header("www-authenticate", "Bearer");
      throw new AppError("unauthenticated", "Not authenticated");
    }
    const holder = await holderOf(services, door, request, reply);
    request.person = holder.state.person;
    return await checked(services, call, { door, request, reply, holder });
  } catch (error) {
    if (request.person === null) await recordStranger(services, originOf(request), call, error);
    throw error;
  }
}

async function holderOf(
  services: VerbServices,
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Holder> {
  const challenge = (description: string | null) =>
    reply.header(
      "www-authenticate",
      challengeOf(door, description === null ? null : { error: "invalid_token", description }),
    );
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) {
    challenge(null);
    throw new AppError("unauthenticated", "Send an access token of your company's identity provider.");
  }
  const verified = await verifyToken(services, door, token).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "unauthenticated")
      challenge("The access token is expired, or not for this resource");
    throw error;
  });
  const { provider } = door;
  const found = await publicCaller(services, originOf(request)).transact(async (ctx) => {
    const subject = await findSubject(ctx, provider, verified.subject);
    return subject && { subject, state: await findState(ctx, subject.userId) };
  });
  if (found === null)
    throw refused("You have no account here yet. Sign in to Footnote in a browser once, then try again.");
  const { subject, state } = found;
  if (subject.tokensEndAt !== null && verified.issuedAt <= subject.tokensEndAt) {
    challenge("The person was logged out at the identity provider");
    throw new AppError("unauthenticated", "You were logged out at your identity provider. Sign in again.");
  }
  if (state === null || state.person.companyId !== provider.company_id)
    throw refused("Your account is switched off. Ask your administrator.");
  const scopes = verified.scopes.length === 0 && !provider.requires_scopes ? tokenScopes : verified.scopes;
  const granted = { clientId: verified.clientId || "without an id", scopes };
  return { state: { ...state, person: { ...state.person, token: granted } }, scopes };
}

async function checked(
  services: VerbServices,
  call: TokenCall,
  {
    door,
    request,
    reply,
    holder,
  }: { door: Door; request: FastifyRequest; reply: FastifyReply; holder: Holder },
): Promise<Person> {
  const { person } = holder.state;
  await recordingRefusals(services, request, call, async () => {
    checkGates(holder.state, {});
    if (holder.scopes.length === 0) {
      const description = "The access token carries none of the scopes";
      reply.header("www-authenticate", challengeOf(door, { error: "insufficient_scope", description }));
      throw new AppError(
        "forbidden",
        `This access token carries none of the scopes ${tokenScopes.join(", ")}. Have your identity provider issue them, or ask your administrator.`,
      );
    }
    if (!tokenScopes.some((scope) => permits(person, scope))) throw forbidden();
    sendLimitHeaders(reply, call.limit, await services.limits.consume(call.limit, `person:${person.id}`));
  });
  return person;
}

/**
 * Tells the client of a token that lacks a scope what to ask its authorization server for: the scopes it has, and this one
 * (RFC 6750, 3.1). Nobody else may be challenged: no token would help.
 */
export async function challengeForScope(
  services: VerbServices,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  scope: TokenScope,
): Promise<void> {
  const { person, params } = request;
  if (person?.token === undefined || !can(person.role, scope)) return;
  const { company } = params as { company?: unknown };
  const door = await publicCaller(services, originOf(request)).transact((ctx) => findDoor(ctx, company));
  if (door === null) return;
  const description = `The access token lacks the scope ${scope}`;
  const scopes = [...person.token.scopes, scope];
  reply.header("www-authenticate", challengeOf(door, { error: "insufficient_scope", description, scopes }));
}

/** The token is good, the person isn't: another token would not help, so this isn't a challenge. */
function refused(sentence: string): AppError {
  return new AppError("forbidden", sentence, { isRecorded: true });
}
