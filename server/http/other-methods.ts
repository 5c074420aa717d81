import type { FastifyInstance } from "fastify";

/**
 * Watches the routes that are added from now on.
 * @returns the methods that some route takes at a URL's path, in alphabetical order; those of wildcards are left out
 */
export function methodsByPath(app: FastifyInstance): (url: string) => string[] {
  const routes: { method: string; parts: string[] }[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    if (!url.includes("*"))
      for (const one of [method].flat()) routes.push({ method: one, parts: url.split("/") });
  });
  return (url) => {
    const [path = ""] = url.split("?");
    const parts = path.split("/");
    const isHere = (route: string[]) =>
      route.length === parts.length &&
      route.every((part, at) => part === parts[at] || (part.startsWith(":") && parts[at] !== ""));
    return [...new Set(routes.filter((route) => isHere(route.parts)).map(({ method }) => method))].toSorted();
  };
}
