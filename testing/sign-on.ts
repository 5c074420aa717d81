import {
  addSignOnDomain,
  beginSignOn,
  finishSignOn,
  setSignOn,
  verifySignOnDomain,
} from "#contract/identity/sign-on.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import type { TestApp } from "./app.ts";
import type { TestPerson } from "./build.ts";
import { call } from "./call.ts";
import { startForgingProvider, testClient } from "./forging-provider.ts";
import { makeSigner } from "./saml-signer.ts";

/** Proves a domain for an administrator's company, as its DNS record would. */
export async function proveDomain(app: TestApp, admin: TestPerson, domain: string): Promise<number> {
  const { body } = await admin.call(addSignOnDomain, { domain });
  app.texts.set(domain, [body.record]);
  await admin.call(verifySignOnDomain, { id: body.id });
  return body.id;
}

export async function setUpSignOn(
  app: TestApp,
  admin: TestPerson,
  { issuer, domain, ...more }: { issuer: string; domain: string } & Request<typeof setSignOn>,
) {
  await proveDomain(app, admin, domain);
  return admin.call(setSignOn, {
    protocol: "oidc",
    name: "Harborline Login",
    issuer,
    clientId: testClient.id,
    clientSecret: testClient.secret,
    isActive: true,
    ...more,
  });
}

/** Starts in a browser: the redirect, the state to return, and the cookie. */
export async function begin(app: TestApp, email: string) {
  const reply = await call(app.url, null, beginSignOn, { email });
  const cookie = /^[^;]+/.exec(reply.headers.get("set-cookie") ?? "")?.[0] ?? "";
  const url = reply.status === 200 ? new URL(reply.body.url) : null;
  const param = (name: string) => url?.searchParams.get(name) ?? "";
  return { reply, cookie, url, state: param("state"), nonce: param("nonce") };
}

/** Returns with the parameters of the provider's redirect. */
export function finish(app: TestApp, query: string, cookie: string) {
  return call(app.url, null, finishSignOn, { query }, cookie === "" ? {} : { headers: { cookie } });
}

let shared: ReturnType<typeof startForgingProvider> | undefined;

/** One provider for all calls that need one; it ends with the process. */
export function anyProvider() {
  shared ??= startForgingProvider();
  return shared;
}

let sharedSigner: ReturnType<typeof makeSigner> | undefined;

/** One certificate of a SAML provider, for calls that only store it. */
export function anySigner() {
  sharedSigner ??= makeSigner();
  return sharedSigner;
}
