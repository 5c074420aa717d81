/** Screens open to everybody, prerendered by the build. Every other address is in the contract of its noun. */
export const publicScreens = [
  "/",
  "/learn-more",
  "/get-started",
  "/terms-of-service",
  "/privacy-policy",
] as const;
