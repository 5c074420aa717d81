import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Password } from "./sessions.ts";
import { Done, Timestamp } from "./values.ts";

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
  body: z.object({ password: Password, code: Code }),
  output: RecoveryCodes,
});

export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/remove",
  permission: "signed-in",
  summary: "Switch one's own second factor off",
  limit: "sign-in",
  body: z.object({ password: Password, code: Code }),
  output: Done,
});
