/**
 * The addresses of the screens (docs/specification/access.md); for all others the server returns 404 and the 404 page.
 */
export const publicScreens = [
  "/",
  "/learn-more",
  "/get-started",
  "/terms-of-service",
  "/privacy-policy",
] as const;

export const screens = [
  ...publicScreens,
  "/login",
  "/sign-on",
  "/change-password",
  "/second-factor",
  "/dashboard",
  "/companies",
  "/workspaces",
  "/themes",
  "/agent-workbench",
  "/admin",
  "/record",
  "/look-back",
  "/retention",
  "/operation",
  "/examiners",
  "/examination",
  "/proof",
  "/reports",
  "/reports-working",
  "/reports-test",
  "/reports-new",
  "/reports-test-old",
  "/reports-simple",
  "/help",
  "/account",
] as const;
