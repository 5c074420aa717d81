import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";

export const testClient = { id: "footnote", secret: "a client secret of the tests" };

/**
 * An identity provider under a test's control: correctly signed by default, with one fault on request. The flow itself
 * is tested against a real provider (`testing/identity-provider.ts`).
 */
export async function startForgingProvider() {
  let { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const other = await generateKeyPair("RS256");
  let kid = "1";
  const published = async () => ({ ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" });
  const keys = { keys: [await published()] };
  let idToken = "";
  let isDown = false;
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    const send = (body: object) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (isDown) return void response.writeHead(503).end();
    if (request.url === "/.well-known/openid-configuration") return send(discovery);
    if (request.url === "/jwks") return send(keys);
    if (request.url === "/token")
      return send({ access_token: "opaque", token_type: "Bearer", expires_in: 60, id_token: idToken });
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
  const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;
  const signed = (claims: JWTPayload, key = privateKey, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, ...header }).sign(key);
  return {
    issuer,
    seconds,
    signed,
    /** Signed with a key that the provider doesn't publish. */
    signedByOther: (claims: JWTPayload) => signed(claims, other.privateKey),
    /** Without any signature (CVE-2015-9235 and its successors). */
    unsigned: (claims: JWTPayload) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(claims)}.`;
    },
    claims: (more: JWTPayload): JWTPayload => ({
      iss: issuer,
      aud: testClient.id,
      iat: seconds(0),
      exp: seconds(300),
      email_verified: true,
      ...more,
    }),
    /** An access token (RFC 9068), for the audience in `more`. */
    accessToken: (more: JWTPayload, header = {}) =>
      signed(
        {
          iss: issuer,
          client_id: "assistant",
          scope: "openid theme:list theme:ask source:read",
          iat: seconds(0),
          exp: seconds(300),
          jti: crypto.randomUUID(),
          ...more,
        },
        privateKey,
        { typ: "at+jwt", ...header },
      ),
    /** Signs with a new key from now on, which alone is published. */
    async rotate() {
      ({ publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true }));
      kid = String(Number(kid) + 1);
      keys.keys = [await published()];
    },
    /** The response of the next code exchange. */
    answer(token: string) {
      idToken = token;
    },
    setDown(down: boolean) {
      isDown = down;
    },
    calls: () => calls,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
export type ForgingProvider = Awaited<ReturnType<typeof startForgingProvider>>;
