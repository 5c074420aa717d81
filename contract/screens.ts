/** The addresses of the screens (spec/1 and spec/2, section 2); the server answers others with 404 and the 404 page. */
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
