import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { secondFactorAnswer } from "./passkeys.ts";
import type { Role } from "./permissions.ts";
import { Done, Email, text, Timestamp } from "./values.ts";
import { CurrentUser } from "./users.ts";

/** Dates of the two legal texts; a newer one asks everybody again. */
export const termsVersion = "2025-01-26.3";
export const privacyVersion = "2025-01-26.3";

export const passwordMinimum = 8;
/** Administrators reach more than their own questions; passwords from before this rule go on working. */
export const adminPasswordMinimum = 12;

/** The fewest characters of a new password. */
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
  body: z.object({
    email: Email,
    password: Password.min(1, "Enter your password."),
    rememberMe: z
      .boolean()
      .default(false)
      .describe("For agents; administrators' sessions are not remembered, expiresAt says when one ends"),
    // asked for with 401 second_factor_required
    ...secondFactorAnswer,
  }),
  output: z.object({ user: CurrentUser, sessionToken: z.string(), expiresAt: Timestamp }),
});

export const Proof = z.object({
  isFresh: z.boolean().describe("Calls that ask for the password again go through"),
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
  summary: "Give the password again, and the second factor where one is on; sign-in counts as well",
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
  beforeGates: true,
  output: Done,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/change-password",
  permission: "signed-in",
  summary: "Set a new password; every other session of the person ends",
  limit: "sign-in",
  beforeGates: true,
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
  summary: "Send a link to reset the password; answers alike for known and unknown addresses",
  limit: "reset",
  body: z.object({ email: Email }),
  output: z.object({ message: z.string() }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  permission: "public",
  summary: "Set a new password with the token of the email",
  limit: "reset",
  body: z.object({
    token: z
      .string()
      .min(20, "This link is not whole. Open it from the email again, or ask for a new one.")
      .max(200),
    newPassword: Password.min(passwordMinimum, "Password must be at least 8 characters long"),
  }),
  output: Done,
});

export const acceptTerms = endpoint({
  method: "POST",
  path: "/api/auth/accept-terms",
  permission: "signed-in",
  summary: "Accept the Terms of Service and the Privacy Policy in their present versions",
  beforeGates: true,
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
  summary: "One's own sessions",
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
  summary: "End one of one's own sessions",
  params: z.object({ id: text(64) }),
  output: Done,
});
