import { z } from "zod";
import { Id, requiredText, Timestamp } from "./values.ts";

const Base64Url = z
  .string()
  .max(10_000)
  .regex(/^[A-Za-z0-9_-]*={0,2}$/, "This is not a passkey response.");
const Transport = z.string().max(20);

/** WebAuthn Level 3 structures (section 5.1.8), in the JSON form browsers use. */
const credential = {
  id: Base64Url.min(1),
  rawId: Base64Url.min(1),
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().max(30).nullish(),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()).default({}),
};

export const PasskeyRegistration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(Transport).max(10).default([]),
    }),
  })
  .describe("The authenticator's response to the creation options");

export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.nullish(),
    }),
  })
  .describe("The authenticator's response to the request options");

const Known = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

export const PasskeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    userVerification: z.enum(["required", "preferred", "discouraged"]),
    allowCredentials: z.array(Known),
  })
  .describe("Request options for the browser; the challenge can be used once, within five minutes");

export const PasskeyCreation = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
    timeout: z.number(),
    excludeCredentials: z.array(Known),
    authenticatorSelection: z.object({
      residentKey: z.enum(["required", "preferred", "discouraged"]),
      requireResidentKey: z.boolean(),
      userVerification: z.enum(["required", "preferred", "discouraged"]),
    }),
    attestation: z.enum(["none", "direct", "enterprise", "indirect"]),
  })
  .describe("Creation options for the browser; the challenge can be used once, within five minutes");

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.output<typeof Passkey>;

export const PasskeyName = requiredText(60, "Give the passkey a name.");

/** A second factor: a code or a passkey's signature. */
export const secondFactorAnswer = {
  code: z.string().max(64).optional().describe("From the authenticator app, or a recovery code"),
  passkey: PasskeyAssertion.optional().describe("In place of a code"),
};
