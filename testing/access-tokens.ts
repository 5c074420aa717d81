import type { JWTPayload } from "jose";
import type { Request } from "#contract/kernel/endpoint.ts";
import type { setSignOn } from "#contract/identity/sign-on.ts";
import { withClient } from "#server/platform/database/client.ts";
import type { TestApp } from "./app.ts";
import type { TestPerson } from "./build.ts";
import type { ForgingProvider } from "./forging-provider.ts";
import { setUpSignOn } from "./sign-on.ts";

/** Opens a company's door for the access tokens of a provider; `tokenFor` makes one for a person linked to it. */
export async function openDoor(
  app: TestApp,
  provider: ForgingProvider,
  { admin, companyId }: { admin: TestPerson; companyId: number },
  more: Request<typeof setSignOn> = {},
) {
  const domain = `d${crypto.randomUUID().slice(0, 8)}.example`;
  const { body } = await setUpSignOn(app, admin, {
    issuer: provider.issuer,
    domain,
    acceptsTokens: true,
    ...more,
  });
  const resource = body.assistantUrl;
  return {
    resource,
    /** Where the test's server listens, for the resource's own address. */
    url: resource.replace(app.services.config.publicUrl, app.url),
    link: (person: TestPerson, subject: string) =>
      linkSubject(app, companyId, { person, subject, ...provider }),
    token: (subject: string, claims: JWTPayload = {}, header = {}) =>
      provider.accessToken({ sub: subject, aud: resource, ...claims }, header),
  };
}

/** As a first sign-in would. */
async function linkSubject(
  app: TestApp,
  companyId: number,
  { person, subject, issuer }: { person: TestPerson; subject: string; issuer: string },
): Promise<void> {
  await withClient(app.connection, (client) =>
    client.query(
      `insert into identities (company_id, user_id, issuer, subject, created_at)
       values ($1, (select id from users where email = $2), $3, $4, now())`,
      [companyId, person.email, issuer, subject],
    ),
  );
}
