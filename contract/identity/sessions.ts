import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { secondFactorAnswer } from "#contract/kernel/passkeys.ts";
import type { Role } from "#contract/kernel/permissions.ts";
import { Done, Email, text, Timestamp } from "#contract/kernel/values.ts";
import { CurrentUser } from "./users.ts";

export const about = "Sign in, sign out, reset a password";
export const screens = ["/login", "/change-password", "/dashboard", "/account"];

/** The days on which the two legal texts were last changed; after a new one, everyone is asked again. */
export const termsVersion = "2026-11-26";
export const privacyVersion = "2026-11-28";

export const passwordMinimum = 8;
/** Administrators can access more than their own questions; passwords from before this rule keep working. */
export const adminPasswordMinimum = 12;

/** The minimum length of a new password. */
export function passwordMinimumOf(role: Role): number {
  return role === "agent" ? passwordMinimum : adminPasswordMinimum;
}

export const passwordMaximum = 256;
export const Password = z.string().max(passwordMaximum, `Use at most ${passwordMaximum} characters.`);

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  permission: "public",
  summary: "Sign in with email and password",
  limit: "sign-in",
  sparesSuccess: true,
  countsAccounts: true,
  body: z.object({
    email: Email,
    password: Password.min(1, "Enter your password."),
    rememberMe: z
      .boolean()
      .default(false)
      .describe("For agents; administrators' sessions are not remembered, and expiresAt says when one ends"),
    // required by 401 second_factor_required
    ...secondFactorAnswer,
  }),
  output: z.object({ user: CurrentUser, sessionToken: z.string(), expiresAt: Timestamp }),
});

export const Proof = z.object({
  isFresh: z.boolean().describe("Calls that ask for the password again are allowed"),
  validUntil: Timestamp,
});

export const getProof = endpoint({
  method: "GET",
  path: "/api/auth/prove",
  permission: "signed-in",
  summary: "Whether this session gave the password recently enough for calls that ask for it again",
  beforeSecondFactor: true,
  output: Proof,
});

export const prove = endpoint({
  method: "POST",
  path: "/api/auth/prove",
  permission: "signed-in",
  summary: "Give the password again, with the second factor if it is on; signing in counts too",
  limit: "sign-in",
  beforeSecondFactor: true,
  body: z.object({
    password: Password.min(1, "Enter your password."),
    ...secondFactorAnswer,
  }),
  output: Proof,
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  permission: "signed-in",
  summary: "End this session",
  allowedBeforeOnboarding: true,
  output: Done,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/change-password",
  permission: "signed-in",
  summary: "Set a new password; all other sessions of the person end",
  limit: "sign-in",
  allowedBeforeOnboarding: true,
  body: z.object({
    currentPassword: Password.optional(),
    newPassword: Password.min(passwordMinimum, "Password must be at least 8 characters long"),
  }),
  output: z.object({ sessionToken: z.string(), expiresAt: Timestamp }),
});

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  permission: "public",
  summary: "Send a link to reset the password; the response is the same for known and unknown addresses",
  limit: "reset",
  refundsInvalidInput: true,
  countsAccounts: true,
  body: z.object({ email: Email }),
  output: z.object({ message: z.string() }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  permission: "public",
  summary: "Set a new password with the token from the email",
  limit: "reset",
  refundsInvalidInput: true,
  sparesSuccess: true,
  body: z.object({
    token: z
      .string()
      .min(20, "This link is incomplete. Open it from the email again, or request a new one.")
      .max(200),
    newPassword: Password.min(passwordMinimum, "Password must be at least 8 characters long"),
  }),
  output: Done,
});

export const acceptTerms = endpoint({
  method: "POST",
  path: "/api/auth/accept-terms",
  permission: "signed-in",
  summary: "Accept the current Terms of Service and Privacy Policy",
  allowedBeforeOnboarding: true,
  output: CurrentUser,
});

export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  address: z.string(),
  browser: z.string(),
});
export type Session = z.output<typeof Session>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  permission: "signed-in",
  summary: "Your own sessions",
  output: z.array(Session),
});

export const endOtherSessions = endpoint({
  method: "POST",
  path: "/api/auth/sessions/end-others",
  permission: "signed-in",
  summary: "Sign out everywhere else",
  output: z.object({ ended: z.number().int() }),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:id",
  permission: "signed-in",
  summary: "End one of your own sessions",
  params: z.object({ id: text(64) }),
  output: Done,
});
