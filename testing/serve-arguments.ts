import packageJson from "#package.json" with { type: "json" };

/** Node's arguments in `npm run serve`: anything that starts the real program uses the same ones. */
export const serveArguments = packageJson.scripts.serve.replace(/^exec node /, "").split(" ");

/** The environment of a first start without a demo, with a super admin who needs no second factor. */
export const firstStart = (
  port: number,
  folder: string,
  admin: { email: string; password: string },
): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(port),
  DATA_DIR: folder,
  SCENARIO: "none",
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  SUPER_ADMIN_SECOND_FACTOR: "optional",
  LOG_LEVEL: "warn",
  STOP_DELAY_SECONDS: "0",
});
