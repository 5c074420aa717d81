import packageJson from "#package.json" with { type: "json" };

/** What Node is given by `npm run serve`: who starts the real program starts it the same way. */
export const serveArguments = packageJson.scripts.serve.split(" ").slice(1);
