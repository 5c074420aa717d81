import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { z } from "zod";
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from "#contract/kernel/passkeys.ts";

/** The part of a response that an attack changes. */
type Forged = { origin?: string; rpId?: string; counter?: number; challenge?: string };

export type TestPasskey = {
  create(options: z.output<typeof PasskeyCreation>, forged?: Forged): z.input<typeof PasskeyRegistration>;
  get(options: z.output<typeof PasskeyRequest>, forged?: Forged): z.input<typeof PasskeyAssertion>;
};

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

/**
 * A software authenticator (WebAuthn Level 3, section 6.1: authenticator data), with one ES256 key and a signature counter.
 */
export function testPasskey(origin: string): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, challenge: string, forged: Forged) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, forged: Forged, attested: Uint8Array) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? ++uses);
    // user present and verified; attested credential data follows
    const flags = Buffer.from([0x05 | (attested.length > 0 ? 0x40 : 0)]);
    return Buffer.concat([sha256(forged.rpId ?? rpId), flags, counter, attested]);
  };

  return {
    create({ challenge, rp }, forged = {}) {
      // COSE_Key: EC2, ES256, P-256 (RFC 9053, section 7.1)
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y, "base64url"))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestation = isoCBOR.encode(
        new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
          ["fmt", "none"],
          ["attStmt", new Map<string, string>()],
          ["authData", new Uint8Array(authenticatorData(rp.id, forged, attested))],
        ]),
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, forged)),
          attestationObject: base64url(attestation),
          transports: ["internal"],
        },
      };
    },
    get({ challenge, rpId }, forged = {}) {
      const data = authenticatorData(rpId, forged, new Uint8Array());
      const client = clientData("webauthn.get", challenge, forged);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        },
      };
    },
  };
}
