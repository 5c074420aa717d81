import * as contract from "#contract/identity/sessions.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { cookieRoute, longRoute, route } from "#server/http/route.ts";
import * as signOn from "#contract/identity/sign-on.ts";
import { acceptTerms } from "./accept-terms.ts";
import { beginSignOn } from "./begin-sign-on.ts";
import { changePassword } from "./change-password.ts";
import { finishSignOn } from "./finish-sign-on.ts";
import { getProof, prove } from "./prove.ts";
import { forgotPassword, resetPassword } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { listSessionsOf } from "./store.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";

async function listSessions(ctx: Context) {
  const person = personOf(ctx);
  const rows = await listSessionsOf(ctx, person.id);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === person.sessionId,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    browser: row.browser,
  }));
}

async function endOtherSessions(ctx: Context) {
  const person = personOf(ctx);
  const ended = await endSessions(ctx, person.id, { keep: person.sessionId });
  ctx.audit({
    action: "session.end-others",
    target: { type: "user", id: person.id },
    company: person.companyId,
    after: { ended },
  });
  return { ended };
}

async function endSession(ctx: Context, { id }: { id: string }) {
  const person = personOf(ctx);
  if ((await endSessions(ctx, person.id, { only: id })) === 0) throw notFound();
  ctx.audit({ action: "session.end", target: { type: "session", id }, company: person.companyId });
  return { success: true as const };
}

export const routes = [
  cookieRoute(contract.login, signIn),
  cookieRoute(signOn.beginSignOn, beginSignOn),
  cookieRoute(signOn.finishSignOn, finishSignOn),
  route(contract.getProof, getProof),
  longRoute(contract.prove, prove),
  cookieRoute(contract.logout, signOut),
  cookieRoute(contract.changePassword, changePassword),
  longRoute(contract.forgotPassword, forgotPassword),
  cookieRoute(contract.resetPassword, resetPassword),
  route(contract.acceptTerms, acceptTerms),
  route(contract.listSessions, listSessions),
  route(contract.endOtherSessions, endOtherSessions),
  route(contract.endSession, endSession),
];
