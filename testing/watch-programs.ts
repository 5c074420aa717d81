import type { createApp } from "#server/operation/start/app.ts";
import { misfitOf, programs, responseOf } from "./described-programs.ts";

type App = Awaited<ReturnType<typeof createApp>>;

/**
 * Compares every response to a program with the description that programs are given (`/api/v1/openapi.json`): its status,
 * its content type and its body.
 * @returns how many responses were compared so far, and what differed
 */
export function watchPrograms(app: App) {
  const differing = new Set<string>();
  let compared = 0;
  app.addHook("onSend", async ({ method, routeOptions }, reply, payload) => {
    const path = routeOptions.url?.replace(/:(\w+)/g, "{$1}") ?? "";
    const operation = programs.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) return payload;
    compared += 1;
    const { statusCode: status } = reply;
    const described = responseOf(operation, status);
    const at = `${method} ${path} ${status}`;
    const type = String(reply.getHeader("content-type") ?? "").split(";")[0] ?? "";
    if (described === undefined) differing.add(`${at} is not described`);
    else if (type !== "" && described.content?.[type] === undefined)
      differing.add(`${at} has the type ${type}`);
    else if (type.endsWith("json") && typeof payload === "string") {
      const misfit = misfitOf(described.content?.[type]?.schema ?? {}, JSON.parse(payload));
      if (misfit !== null) differing.add(`${at}: ${misfit}`);
    }
    return payload;
  });
  return { compared: () => compared, differing: () => [...differing] };
}
