import { scimPath } from "#contract/identity/scim.ts";
import { createScimToken } from "#contract/identity/scim-tokens.ts";
import type { TestApp } from "./app.ts";
import { buildCompany, type TestPerson } from "./build.ts";
import { domainFor } from "./names.ts";
import { proveDomain } from "./sign-on.ts";

type Resource = {
  id: string;
  schemas: string[];
  scimType?: string;
  detail?: string;
  status?: string;
  totalResults: number;
  Resources: Resource[];
  members?: { value: string }[];
  groups?: { value: string; display: string }[];
  meta: { location: string };
} & Record<string, unknown>;
export type ScimReply = { status: number; body: Resource; headers: Headers; text: string };

/** A company's directory: calls as Okta and Entra ID make them, with a SCIM token of the company. */
export type Directory = {
  secret: string;
  tokenId: number;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimReply>;
  /** A patch with these operations. */
  patch(path: string, ...operations: object[]): Promise<ScimReply>;
};

export async function buildDirectory(app: TestApp, admin: TestPerson): Promise<Directory> {
  const { body } = await admin.call(createScimToken, { name: "Okta" });
  const { secret } = body;
  const send: Directory["send"] = (method, path, sent, headers) =>
    sendScim(app, secret, method, path, sent, headers);
  return {
    secret,
    tokenId: body.token.id,
    send,
    patch: (path, ...Operations) =>
      send("PATCH", path, {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
        Operations,
      }),
  };
}

export async function sendScim(
  app: TestApp,
  token: string | null,
  method: string,
  path: string,
  sent?: unknown,
  headers: Record<string, string> = {},
): Promise<ScimReply> {
  const response = await fetch(`${app.url}${scimPath}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { "content-type": "application/scim+json" }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: typeof sent === "string" ? sent : JSON.stringify(sent) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === "" ? {} : JSON.parse(text)) as Resource,
    headers: response.headers,
    text,
  };
}

/** A company with a proved domain and its directory. */
export async function buildProvisionedCompany(app: TestApp) {
  const company = await buildCompany(app);
  const domain = domainFor();
  await proveDomain(app, company.admin, domain);
  return { ...company, domain, directory: await buildDirectory(app, company.admin) };
}
