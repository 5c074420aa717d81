import packageJson from "#package.json" with { type: "json" };

/** Node's arguments in `npm run serve`: anything that starts the real program uses the same ones. */
export const serveArguments = packageJson.scripts.serve.split(" ").slice(1);
