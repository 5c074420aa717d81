import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Passkey,
  PasskeyCreation,
  PasskeyName,
  PasskeyRegistration,
  PasskeyRequest,
  secondFactorAnswer,
} from "#contract/kernel/passkeys.ts";
import { Password } from "./sessions.ts";
import { Done, IdParams, Timestamp } from "#contract/kernel/values.ts";

export const about = "Authenticator apps, recovery codes and passkeys";
export const screens = ["/second-factor"];

const Code = z.string().max(64);
const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe("Shown only once; each works once"),
});

export const SecondFactor = z.object({
  isOn: z.boolean(),
  isRequired: z
    .boolean()
    .describe("Required by the company for its administrators, or by the installation for its super admins"),
  since: Timestamp.nullable(),
  hasApp: z.boolean().describe("An authenticator app is set up"),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/api/auth/second-factor",
  permission: "signed-in",
  summary: "Whether your own second factor is on",
  beforeSecondFactor: true,
  output: SecondFactor,
});

export const beginSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor",
  permission: "signed-in",
  summary: "Start setting up a second factor; it is on once its first code is confirmed",
  limit: "sign-in",
  beforeSecondFactor: true,
  body: z.object({ password: Password }),
  output: z.object({
    secret: z.string().describe("Base32, to type into an authenticator app"),
    address: z.string().describe("The same as an otpauth: URI, to show as a QR code"),
  }),
});

export const confirmSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/confirm",
  permission: "signed-in",
  summary: "Switch on the second factor with a code from the app; the response shows the recovery codes once",
  limit: "sign-in",
  beforeSecondFactor: true,
  body: z.object({ code: Code }),
  output: RecoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/recovery-codes",
  permission: "signed-in",
  summary: "New recovery codes; the earlier ones stop working",
  limit: "sign-in",
  body: z.object({ password: Password, ...secondFactorAnswer }),
  output: RecoveryCodes,
});

export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/remove",
  permission: "signed-in",
  summary: "Switch off your own second factor",
  limit: "sign-in",
  body: z.object({ password: Password, ...secondFactorAnswer }),
  output: Done,
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys/creation-options",
  permission: "signed-in",
  summary: "Start adding a passkey",
  limit: "sign-in",
  beforeSecondFactor: true,
  stepUp: true,
  output: PasskeyCreation,
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys",
  permission: "signed-in",
  summary: "Add a passkey; the first one switches on the second factor and returns the recovery codes once",
  limit: "sign-in",
  beforeSecondFactor: true,
  body: z.object({ name: PasskeyName, credential: PasskeyRegistration }),
  output: z.object({
    passkey: Passkey,
    recoveryCodes: RecoveryCodes.shape.recoveryCodes.nullable().describe("null if the factor was already on"),
  }),
});

export const askPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys/request-options",
  permission: "signed-in",
  summary: "Start using a passkey within a session, for a call that asks for the second factor again",
  limit: "sign-in",
  output: PasskeyRequest,
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/passkeys/:id",
  permission: "signed-in",
  summary: "Remove one of your own passkeys",
  stepUp: true,
  params: IdParams,
  output: Done,
});
