import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { testClient } from "./forging-provider.ts";

export type ProviderPerson = {
  sub: string;
  email: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: string[];
};

/** A real identity provider (`oidc-provider`, certified); a person signs in by name. */
export async function startIdentityProvider(redirectUrl: string, people: ProviderPerson[]) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [redirectUrl],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    cookies: { keys: ["a key of the tests"] },
    claims: {
      openid: ["sub", "groups"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name"],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const person = people.find((one) => one.sub === sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? "",
        accountId: ctx.oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  let next: string | null = null;
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return void answer(request, response);
    const result = next === null ? { error: "access_denied" } : { login: { accountId: next } };
    void provider.interactionFinished(request, response, result);
  });
  return {
    issuer,
    /** Walks through the provider's pages as the person; returns the query of the redirect back. */
    async passThrough(url: URL, sub: string | null): Promise<string> {
      next = sub;
      const jar = new Map<string, string>();
      let at = url;
      for (let step = 0; step < 10; step += 1) {
        if (at.href.startsWith(redirectUrl)) return at.search;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(at, { redirect: "manual", headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`${response.status} ${await response.text()}`);
        at = new URL(location, at);
      }
      throw new Error("the provider redirects the browser in a loop");
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
