import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  Passkey,
  PasskeyCreation,
  PasskeyName,
  PasskeyRegistration,
  PasskeyRequest,
  secondFactorAnswer,
} from "./passkeys.ts";
import { Password } from "./sessions.ts";
import { Done, IdParams, Timestamp } from "./values.ts";

const Code = z.string().max(64);
const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe("Shown this once; each opens once"),
});

export const SecondFactor = z.object({
  isOn: z.boolean(),
  isRequired: z
    .boolean()
    .describe("The company asks its administrators for one, or the installation its super admins"),
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
  summary: "Whether one's own second factor is on",
  beforeSecondFactor: true,
  output: SecondFactor,
});

export const beginSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor",
  permission: "signed-in",
  summary: "Begin to set up a second factor; it is on when its first code is confirmed",
  limit: "sign-in",
  beforeSecondFactor: true,
  body: z.object({ password: Password }),
  output: z.object({
    secret: z.string().describe("Base32, to type into an authenticator app"),
    address: z.string().describe("The same as otpauth: address, to show as a QR code"),
  }),
});

export const confirmSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/confirm",
  permission: "signed-in",
  summary: "Switch the second factor on with a code of the app; answers the recovery codes once",
  limit: "sign-in",
  beforeSecondFactor: true,
  body: z.object({ code: Code }),
  output: RecoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/recovery-codes",
  permission: "signed-in",
  summary: "New recovery codes; the earlier ones end",
  limit: "sign-in",
  body: z.object({ password: Password, ...secondFactorAnswer }),
  output: RecoveryCodes,
});

export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/remove",
  permission: "signed-in",
  summary: "Switch one's own second factor off",
  limit: "sign-in",
  body: z.object({ password: Password, ...secondFactorAnswer }),
  output: Done,
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys/creation-options",
  permission: "signed-in",
  summary: "Begin to add a passkey",
  limit: "sign-in",
  beforeSecondFactor: true,
  stepUp: true,
  output: PasskeyCreation,
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys",
  permission: "signed-in",
  summary: "Add a passkey; the first one switches the second factor on and answers the recovery codes once",
  limit: "sign-in",
  beforeSecondFactor: true,
  body: z.object({ name: PasskeyName, credential: PasskeyRegistration }),
  output: z.object({
    passkey: Passkey,
    recoveryCodes: RecoveryCodes.shape.recoveryCodes
      .nullable()
      .describe("null where the factor was on already"),
  }),
});

export const askPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys/request-options",
  permission: "signed-in",
  summary: "Begin to use a passkey inside a session, for a call that asks for the second factor again",
  limit: "sign-in",
  output: PasskeyRequest,
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/passkeys/:id",
  permission: "signed-in",
  summary: "Remove one of one's own passkeys",
  stepUp: true,
  params: IdParams,
  output: Done,
});
