import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as samlify from "samlify";
import { makeSigner, newAssertionId, persistent, responseXml, type ResponseParts } from "./saml-signer.ts";

export type SamlPerson = {
  subject: string;
  email: string;
  firstName?: string;
  lastName?: string;
  groups?: string[];
};

// the library requires a schema validator; ours are under test
samlify.setSchemaValidator({ validate: () => Promise.resolve("not checked") });

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * A real identity provider (`samlify`): it reads our metadata and our requests, and signs in the person that a test
 * names. A strict one takes signed requests only, and encrypts its assertions.
 */
export async function startSamlProvider({ isStrict = false } = {}) {
  const signer = await makeSigner();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${base}/metadata`;
  const provider = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: signer.key,
    signingCert: signer.cert,
    wantAuthnRequestsSigned: isStrict,
    isAssertionEncrypted: isStrict,
    nameIDFormat: [persistent],
    requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    // the library requires its own template before it accepts ours
    loginResponseTemplate: { context: "<samlp:Response/>", attributes: [] },
    singleSignOnService: [{ Binding: redirect, Location: `${base}/login` }],
    singleLogoutService: [{ Binding: redirect, Location: `${base}/logout` }],
  });
  const clients = new Map<string, ReturnType<typeof samlify.ServiceProvider>>();
  let person: SamlPerson | null = null;

  async function respond(query: Record<string, unknown>, octetString: string) {
    const [client] = clients.values();
    if (client === undefined) throw new Error("no metadata was entered here");
    const request = await provider.parseLoginRequest(client, "redirect", { query, octetString });
    const named = clients.get(String(request.extract.issuer)) ?? client;
    const { id, assertionConsumerServiceUrl } = request.extract.request as Record<string, string>;
    const acsUrl = named.entityMeta.getAssertionConsumerService("post") as string;
    if (assertionConsumerServiceUrl !== acsUrl) throw new Error("the request names another reply address");
    const parts: ResponseParts = {
      entityId,
      acsUrl,
      audience: named.entityMeta.getEntityID(),
      requestId: id ?? "",
      subject: person?.subject ?? "",
      format: persistent,
      attributes: person === null ? {} : attributesOf(person),
      issued: 0,
      notBefore: 0,
      ends: 300,
      assertionId: newAssertionId(),
      status: person === null ? "Responder" : "Success",
      destination: acsUrl,
    };
    const xml = responseXml(parts);
    if (person === null) return { acsUrl, response: Buffer.from(xml).toString("base64") };
    const { context } = await provider.createLoginResponse(
      named,
      { extract: request.extract },
      "post",
      {},
      () => ({
        id: parts.assertionId,
        context: xml,
      }),
    );
    return { acsUrl, response: context };
  }

  server.on("request", (request, reply) => {
    const { search, searchParams } = new URL(request.url ?? "", base);
    const query = Object.fromEntries(searchParams);
    // what is signed: the query as it was sent, up to the signature (SAML bindings, 3.4.4.1)
    const signed = search.slice(1).replace(/&Signature=.*/, "");
    if (query.SAMLRequest === undefined) return void reply.writeHead(400).end("Nothing was asked.");
    respond(query, signed).then(
      ({ acsUrl, response }) =>
        reply
          .writeHead(200, { "content-type": "text/html" })
          .end(
            `<form method="post" action="${acsUrl}"><input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="https://evil.example"><button>Continue</button></form>`,
          ),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });

  return {
    entityId,
    signInUrl: `${base}/login`,
    signer,
    metadata: provider.getMetadata(),
    /** Takes our metadata, as an administrator enters it there. */
    trust(metadata: string) {
      const client = samlify.ServiceProvider({ metadata });
      clients.set(client.entityMeta.getEntityID(), client);
    },
    /** The next person to sign in; null cancels. */
    signIn(next: SamlPerson | null) {
      person = next;
    },
    /** Opens the sign-in page; returns the form that the browser would post. */
    async passThrough(url: URL): Promise<{ action: string; form: URLSearchParams }> {
      const text = await (await fetch(url)).text();
      const action = /action="([^"]*)"/.exec(text)?.[1];
      if (action === undefined) throw new Error(text);
      const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)];
      const form = new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value]));
      return { action, form };
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
export type TestSamlProvider = Awaited<ReturnType<typeof startSamlProvider>>;

function attributesOf({ email, firstName, lastName, groups }: SamlPerson) {
  const attributes: Record<string, string | string[]> = { email };
  if (firstName !== undefined) attributes.firstName = firstName;
  if (lastName !== undefined) attributes.lastName = lastName;
  if (groups !== undefined) attributes.groups = groups;
  return attributes;
}
